import { nameRecords, readRecordHistory, readRecordRestoration } from '@almanac/contracts';
import { contractArgs, createEtags, type RestRequest, type Route, route } from '@almanac/rest';
import { internalRoute } from './internalRoute.ts';
import { maySeeRecord } from './maySeeRecord.ts';
import type { OperatedService } from './operatedService.ts';
import { recordHistory } from './recordHistory.ts';
import { recordNames } from './recordNames.ts';
import { recordRestoration } from './recordRestoration.ts';

/** Users see only records that they may see: other records seem to be missing. */
const forUsers = { permission: ({ principal }: Pick<RestRequest, 'principal'>) => principal.kind !== 'anonymous' };

/** Returns the routes of records' histories, restorations and names. */
export const recordRoutes = (service: OperatedService): Route[] => {
  const etags = createEtags(service.secret, service.otherSecrets);
  return [
    route({
      ...internalRoute(readRecordHistory),
      ...forUsers,
      args: contractArgs(readRecordHistory),
      handle: async ({ args: { kind, id, ...window }, principal }) => {
        const isSeen = await maySeeRecord(service, principal, kind, id);
        return { body: { history: isSeen ? ((await recordHistory(service, kind, id, window)) ?? null) : null } };
      },
    }),
    route({
      ...internalRoute(readRecordRestoration),
      ...forUsers,
      args: contractArgs(readRecordRestoration),
      handle: async ({ args: { kind, id, version }, principal }) => {
        const isSeen = await maySeeRecord(service, principal, kind, id);
        const found = isSeen ? await recordRestoration(service, kind, id, version) : undefined;
        if (found === undefined) return { body: { restoration: null } };
        const { stream, ...restoration } = found;
        const etag = etags.of({ stream, version: found.version }, '');
        return { body: { restoration: { ...restoration, etag } } };
      },
    }),
    route({
      ...internalRoute(nameRecords),
      args: contractArgs(nameRecords),
      handle: async ({ args: { kind, ids } }) => ({ body: { records: await recordNames(service, kind, ids) } }),
    }),
  ];
};

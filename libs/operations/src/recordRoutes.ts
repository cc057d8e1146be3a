import { nameRecords, readRecordHistory, readRecordRestoration } from '@almanac/contracts';
import { contractArgs, createEtags, type Route, route } from '@almanac/rest';
import { internalRoute } from './internalRoute.ts';
import type { OperatedService } from './operatedService.ts';
import { recordHistory } from './recordHistory.ts';
import { recordNames } from './recordNames.ts';
import { recordRestoration } from './recordRestoration.ts';

/** Histories of records, and what brings records back. */
export const recordRoutes = (service: OperatedService): Route[] => {
  const etags = createEtags(service.secret);
  return [
    route({
      ...internalRoute(readRecordHistory),
      args: contractArgs(readRecordHistory),
      handle: async ({ args: { kind, id, ...window } }) => ({
        body: { history: (await recordHistory(service, kind, id, window)) ?? null },
      }),
    }),
    route({
      ...internalRoute(readRecordRestoration),
      args: contractArgs(readRecordRestoration),
      handle: async ({ args: { kind, id, version } }) => {
        const found = await recordRestoration(service, kind, id, version);
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

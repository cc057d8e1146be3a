import { beginRebuild, listRebuilds, readLag } from '@almanac/contracts';
import { contractArgs, type Route, route } from '@almanac/rest';
import { internalRoute } from './internalRoute.ts';
import type { OperatedService } from './operatedService.ts';
import { lagsOf } from './readers.ts';
import type { Rebuilds } from './rebuilds.ts';

/** Returns the routes of readers' lags and of rebuilds. */
export const workRoutes = ({ readers, lagLimit, log }: OperatedService, rebuilds: Rebuilds): Route[] => [
  route({
    ...internalRoute(readLag),
    args: {},
    handle: async () => ({
      body: { readers: await lagsOf(readers), ...(lagLimit !== undefined && { limit: lagLimit }) },
    }),
  }),
  route({
    ...internalRoute(beginRebuild),
    args: contractArgs(beginRebuild),
    handle: async ({ args: { requestedBy } }) => {
      const rebuild = await rebuilds.begin();
      if (rebuild !== undefined) log.info({ rebuild: rebuild.id, requestedBy }, 'rebuild started');
      return { body: { rebuild: rebuild ?? null } };
    },
  }),
  route({
    ...internalRoute(listRebuilds),
    args: {},
    handle: async () => ({ body: { rebuilds: await rebuilds.list() } }),
  }),
];

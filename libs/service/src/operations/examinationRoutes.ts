import { examineService, measureService, tryOutside, watchWork } from '@almanac/contracts';
import { systemTime } from '@almanac/messaging';
import { type Route, route } from '@almanac/rest';
import { examine } from './examination.ts';
import { folderBytes } from './folderBytes.ts';
import { internalRoute } from './internalRoute.ts';
import type { OperatedService } from './operatedService.ts';
import { signsOfLife } from './outsideServices.ts';
import { watchLeases } from './workWatch.ts';

/** What a service stands on, does by itself, and needs outside: whether it holds; and how large it is. */
export const examinationRoutes = (service: OperatedService): Route[] => [
  route({
    ...internalRoute(examineService),
    args: {},
    handle: async () => ({ body: await examine(service, service.grounds) }),
  }),
  route({
    ...internalRoute(watchWork),
    args: {},
    handle: async () => ({
      body: { work: await watchLeases({ ...service, time: systemTime }, service.dueWork ?? []) },
    }),
  }),
  route({
    ...internalRoute(tryOutside),
    args: {},
    handle: async () => ({ body: { services: await signsOfLife((await service.outside?.()) ?? []) } }),
  }),
  route({
    ...internalRoute(measureService),
    args: {},
    handle: async () => {
      const { storeBytes, uploads } = service.grounds;
      return { body: { store: await storeBytes(), uploads: uploads === undefined ? 0 : await folderBytes(uploads) } };
    },
  }),
];

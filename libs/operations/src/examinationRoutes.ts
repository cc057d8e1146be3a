import { examineService, measureService } from '@almanac/contracts';
import { type Route, route } from '@almanac/rest';
import { examine } from './examination.ts';
import { folderBytes } from './folderBytes.ts';
import { internalRoute } from './internalRoute.ts';
import type { OperatedService } from './operatedService.ts';

/** What a service stands on: whether it holds, and how large it is. */
export const examinationRoutes = (service: OperatedService): Route[] => [
  route({
    ...internalRoute(examineService),
    args: {},
    handle: async () => ({ body: await examine(service, service.grounds) }),
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

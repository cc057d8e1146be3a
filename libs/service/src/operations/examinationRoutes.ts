import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { examineService, measureService, tryOutside, watchWork } from '@almanac/contracts';
import { systemTime } from '@almanac/messaging';
import { type Route, route } from '@almanac/rest';
import type { OutsideService } from '../service.ts';
import { examine } from './examination.ts';
import { internalRoute } from './internalRoute.ts';
import type { OperatedService } from './operatedService.ts';
import { tried } from './tried.ts';
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

/** Bytes of all files below a folder; one that is not there holds none. What goes away meanwhile is left out. */
const folderBytes = async (folder: string): Promise<number> => {
  const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch(ifGone([]));
  let bytes = 0;
  for (const file of found) {
    if (file.isFile()) bytes += (await stat(join(file.parentPath, file.name)).catch(ifGone({ size: 0 }))).size;
  }
  return bytes;
};

const ifGone =
  <Instead>(instead: Instead) =>
  (error: NodeJS.ErrnoException): Instead => {
    if (error.code !== 'ENOENT') throw error;
    return instead;
  };

type Signs = ReturnType<typeof tryOutside.parseAnswer>['services'];

/** Asks each for a sign of life, all at once; one that is slow keeps no other from its answer. */
const signsOfLife = (services: readonly OutsideService[]): Promise<Signs> =>
  Promise.all(
    services.map(async (service) => {
      const { value, fault } = await tried(() => service.complaint());
      return { setting: service.setting, answers: fault === null, complaint: fault ?? value ?? null };
    }),
  );

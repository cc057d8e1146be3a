import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { checkOutsideServices, examineService, measureService, watchWork } from '@almanac/contracts';
import { systemTime } from '@almanac/messaging';
import { type Route, route } from '@almanac/rest';
import type { OutsideService } from '../service.ts';
import { checkWithin } from './checkResult.ts';
import { examine } from './examination.ts';
import { internalRoute } from './internalRoute.ts';
import type { OperatedService } from './operatedService.ts';
import { watchLeases } from './workWatch.ts';

/** Returns the routes that check a service: its infrastructure, its due work, its outside services, and its size. */
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
    ...internalRoute(checkOutsideServices),
    args: {},
    handle: async () => ({ body: { services: await signsOfLife((await service.outside?.()) ?? []) } }),
  }),
  route({
    ...internalRoute(measureService),
    args: {},
    handle: async () => {
      const { storeBytes, uploads, hasBucket } = service.grounds;
      const store = await storeBytes();
      if (hasBucket === true) return { body: { store, uploads: 0, uploads_elsewhere: true } };
      return { body: { store, uploads: uploads === undefined ? 0 : await folderBytes(uploads) } };
    },
  }),
];

/** Returns the bytes of all files below a folder; 0 for a missing folder. Ignores files that disappear meanwhile. */
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

type Signs = ReturnType<typeof checkOutsideServices.parseAnswer>['services'];

/** Checks all outside services at once; a slow one delays no other. */
const signsOfLife = (services: readonly OutsideService[]): Promise<Signs> =>
  Promise.all(
    services.map(async (service) => {
      const { value, fault } = await checkWithin(() => service.complaint());
      return { setting: service.setting, answers: fault === null, complaint: fault ?? value ?? null };
    }),
  );

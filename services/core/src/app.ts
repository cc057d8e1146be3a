import { consistencyTokenAt } from '@almanac/messaging';
import { createRestApp } from '@almanac/rest';
import type { ServiceApp, ServicePorts } from '@almanac/service';
import { afterSettings } from '@almanac/settings';
import { collectionsOf, findWithDocuments } from '@almanac/write-side';
import { type FirstCredentials, firstStart } from './accounts/firstStart.ts';
import { composeCore, publishing } from './composeCore.ts';
import { runDueWork } from './dueWork.ts';
import type { MediaPorts } from './media/mediaPorts.ts';
import { withUploads } from './media/serving/uploads.ts';
import { pageRoutes } from './pages/pageRoutes.ts';
import { registrations } from './registrations.ts';
import { routesOf } from './routes.ts';
import { createSettings, ensureSettings } from './settings/createSettings.ts';
import { followOwnSettings } from './settings/currentSettings.ts';
import { createDefaultCategory } from './terms/defaultCategory.ts';

export { registrations };

export interface CoreApp extends ServiceApp {
  /** After a first start without site file: the credentials of the administrator that was made, to be shown once. */
  firstCredentials(): FirstCredentials | undefined;
}

/** Every collection that core keeps; what its documents are opened with. */
export const collections = collectionsOf(registrations);

/** Core: posts, media, terms, accounts. */
export const createCore = (ports: ServicePorts, media: MediaPorts): CoreApp => {
  const settings = followOwnSettings(ports);
  const core = composeCore(ports, media, settings);
  const ending = new AbortController();
  let first: FirstCredentials | undefined;
  let dueWork: Promise<void> | undefined;
  const rest = createRestApp({
    ...core,
    routes: [...routesOf(core), ...pageRoutes(core)],
    findCommit: findWithDocuments({ ...ports, registrations }),
    consistencyTokenAt: consistencyTokenAt('core', { store: core.store, publishing, epochAt: core.epochAt }),
  });
  return {
    name: 'core',
    listener: afterSettings(settings, withUploads({ files: media.files, log: core.log }, rest)),
    publishing,
    registrations,
    start: async () => {
      first = await firstStart(core, async (unit) => {
        await createDefaultCategory(unit, core);
        await createSettings(unit, core);
      });
      await ensureSettings(core);
      await settings.start();
      dueWork = runDueWork(core, ending.signal);
    },
    stop: async () => {
      ending.abort();
      await settings.stop();
      await dueWork;
    },
    firstCredentials: () => first,
  };
};

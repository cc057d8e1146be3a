import { randomBytes, randomUUID } from 'node:crypto';
import { collectionsOf, createCommands, findWithDocuments } from '@almanac/aggregates';
import { publishable } from '@almanac/contracts';
import { createTexts } from '@almanac/i18n';
import { createEpochs, toldAt } from '@almanac/messaging';
import { createRestApp, restCatalogues } from '@almanac/rest';
import type { ServiceApp, ServicePorts } from '@almanac/service';
import { afterSettings, type FollowedSettings, siteLanguages } from '@almanac/settings';
import { type FirstCredentials, firstStart } from './accounts/firstStart.ts';
import { namesKey } from './accounts/namesKey.ts';
import { createPrivateHashes } from './accounts/privateHashes.ts';
import { createUserNames } from './accounts/userNames.ts';
import type { Core } from './core.ts';
import { publishing } from './integration/publishing.ts';
import type { MediaPorts } from './media/mediaPorts.ts';
import { createQueue } from './media/renditions/oneByOne.ts';
import { withUploads } from './media/serving/uploads.ts';
import { catalogues } from './messages/catalogues.ts';
import { pageRoutes } from './pages/pageRoutes.ts';
import { runDueWork } from './posts/dueWork.ts';
import { registrations } from './registrations.ts';
import { routesOf } from './routes.ts';
import { ensureSettings } from './settings/createSettings.ts';
import { followOwnSettings } from './settings/currentSettings.ts';

export { registrations };

export interface CoreApp extends ServiceApp {
  /** After a first start without site file: the credentials of the administrator that was made up, to be told once. */
  firstCredentials(): FirstCredentials | undefined;
}

/** Every collection that core keeps; what its documents are opened with. */
export const collections = collectionsOf(registrations);

const coreOf = (ports: ServicePorts, media: MediaPorts, settings: FollowedSettings): Core => {
  const { store, documents, records, now } = ports;
  return {
    ...ports,
    settings,
    languages: siteLanguages(settings),
    texts: createTexts(catalogues, restCatalogues),
    commands: createCommands({ store, documents, registrations, now, check: publishable(publishing) }),
    names: createUserNames(() => namesKey(records, randomBytes)),
    accountPasswords: createPrivateHashes(records, 'account-password'),
    applicationSecrets: createPrivateHashes(records, 'application-password'),
    media: { ...media, queue: createQueue() },
    epochAt: createEpochs(records),
    random: randomBytes,
    newId: randomUUID,
  };
};

/** Core: posts, media, terms, accounts. */
export const createCore = (ports: ServicePorts, media: MediaPorts): CoreApp => {
  const settings = followOwnSettings(ports);
  const core = coreOf(ports, media, settings);
  const ending = new AbortController();
  let first: FirstCredentials | undefined;
  let dueWork: Promise<void> | undefined;
  const rest = createRestApp({
    ...core,
    routes: [...routesOf(core), ...pageRoutes(core)],
    findCommit: findWithDocuments({ ...ports, registrations }),
    toldAt: toldAt('core', { store: core.store, publishing, epochAt: core.epochAt }),
  });
  return {
    name: 'core',
    listener: afterSettings(settings, withUploads({ files: media.files, log: core.log }, rest)),
    publishing,
    registrations,
    start: async () => {
      first = await firstStart(core);
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

import { randomBytes, randomUUID } from 'node:crypto';
import { collectionsOf, createCommands } from '@almanac/aggregates';
import { publishable } from '@almanac/contracts';
import { createTexts } from '@almanac/i18n';
import { toldAt } from '@almanac/messaging';
import { createRestApp, restCatalogues } from '@almanac/rest';
import type { ServiceApp, ServicePorts } from '@almanac/service';
import { type FirstCredentials, firstStart } from './accounts/firstStart.ts';
import { namesKey } from './accounts/namesKey.ts';
import { createPrivateHashes } from './accounts/privateHashes.ts';
import { createUserNames } from './accounts/userNames.ts';
import type { Core } from './core.ts';
import { publishing } from './integration/publishing.ts';
import { catalogues } from './messages/catalogues.ts';
import { runDueWork } from './posts/dueWork.ts';
import { registrations } from './registrations.ts';
import { routesOf } from './routes.ts';
import { siteLanguages } from './siteLanguages.ts';

export { registrations };

export interface CoreApp extends ServiceApp {
  /** After a first start without site file: the credentials of the administrator that was made up, to be told once. */
  firstCredentials(): FirstCredentials | undefined;
}

/** Every collection that core keeps; what its documents are opened with. */
export const collections = collectionsOf(registrations);

const coreOf = (ports: ServicePorts): Core => {
  const { store, documents, records, now } = ports;
  return {
    ...ports,
    languages: siteLanguages(ports.site),
    texts: createTexts(catalogues, restCatalogues),
    commands: createCommands({ store, documents, registrations, now, check: publishable(publishing) }),
    names: createUserNames(() => namesKey(records, randomBytes)),
    accountPasswords: createPrivateHashes(records, 'account-password'),
    applicationSecrets: createPrivateHashes(records, 'application-password'),
    random: randomBytes,
    newId: randomUUID,
  };
};

/** Core: posts, terms, accounts. */
export const createCore = (ports: ServicePorts): CoreApp => {
  const core = coreOf(ports);
  const ending = new AbortController();
  let first: FirstCredentials | undefined;
  let dueWork: Promise<void> | undefined;
  return {
    name: 'core',
    listener: createRestApp({
      ...core,
      routes: routesOf(core),
      findCommit: (id) => core.store.findCommit(id),
      toldAt: toldAt('core', { store: core.store, publishing }),
    }),
    publishing,
    registrations,
    start: async () => {
      first = await firstStart(core);
      dueWork = runDueWork(core, ending.signal);
    },
    stop: async () => {
      ending.abort();
      await dueWork;
    },
    firstCredentials: () => first,
  };
};

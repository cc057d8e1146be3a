import { randomUUID } from 'node:crypto';
import { publishable } from '@almanac/contracts';
import type { RunningEffects } from '@almanac/effects';
import { createCommands, findWithDocuments } from '@almanac/event-sourcing';
import { createTexts } from '@almanac/i18n';
import {
  consistencyTokenAt,
  createEpochs,
  type RunningSubscription,
  type Subscription,
  waitFor,
} from '@almanac/messaging';
import { createRestApp, restCatalogues } from '@almanac/rest';
import {
  afterSettings,
  delayed,
  followSettings,
  type ServiceApp,
  type ServiceDefinition,
  type ServicePorts,
  type Settings,
} from '@almanac/service';
import packageJson from '../package.json' with { type: 'json' };
import { createSiteGuard } from './account/siteGuard.ts';
import { sourcesSubscription } from './integration/sources.ts';
import { usersSubscription } from './integration/users.ts';
import { runTextWork, TEXT_WORK } from './jobs/sweepTexts.ts';
import { unassignJobs } from './jobs/unassignJobs.ts';
import { catalogues } from './messages/catalogues.ts';
import { openMoFolders } from './moFolders.ts';
import { ENGINE_WORK, runEngineWork } from './outside/dueEngineWork.ts';
import { outsideEffects } from './outside/effects.ts';
import { outsideServices, readOutsideSettings } from './remote/remoteSettings.ts';
import { collections, erasure, publishing, registrations, routesOf } from './service.ts';
import { FILE_WORK, followStrings } from './string-files/followStrings.ts';
import type { Surroundings, Translation } from './translation.ts';

/** Creates the dependencies that the slices share, and the ports by which they call one another. */
export const composeTranslation = (ports: ServicePorts & Surroundings, settings: Settings): Translation => {
  const commands = createCommands({ ...ports, registrations, check: publishable(publishing) });
  return {
    ...ports,
    settings,
    texts: createTexts(catalogues, restCatalogues),
    commands,
    jobsOfTranslators: { free: (user, acting) => unassignJobs(ports, acting, user) },
    siteGuard: createSiteGuard({ ...ports, commands }),
    newId: randomUUID,
  };
};

/**
 * Creates the service of jobs, translators, engines and strings: `i18n/v1`, `i18n/tm/v1`, `i18n/ate/v1`, `i18n/st/v1`.
 */
export const createTranslation = (ports: ServicePorts, around: Surroundings): ServiceApp => {
  const { store, entries } = ports;
  const settings = followSettings('translation', ports);
  const translation = composeTranslation({ ...ports, ...around }, settings);
  const ending = new AbortController();
  let running: readonly Hearing[] = [];
  let dueWork: readonly Promise<void>[] = [];
  let effects: RunningEffects | undefined;
  const rest = createRestApp({
    ...translation,
    service: 'translation',
    version: packageJson.version,
    routes: routesOf(translation),
    findCommit: findWithDocuments({ ...ports, registrations }),
    consistencyTokenAt: consistencyTokenAt('translation', { store, publishing, epochAt: createEpochs(entries) }),
  });
  return {
    name: 'translation',
    listener: afterSettings(
      settings,
      delayed(rest, (token) =>
        token === undefined
          ? undefined
          : Promise.all(running.map(({ subscription, sources }) => waitFor(subscription, sources, token))),
      ),
    ),
    publishing,
    registrations,
    dueWork: [ENGINE_WORK, FILE_WORK, TEXT_WORK],
    start: async () => {
      await settings.start();
      running = await Promise.all(
        [usersSubscription(translation), sourcesSubscription(translation)].map(async (subscription) => ({
          sources: subscription.sources,
          subscription: await ports.bus.subscribe(subscription),
        })),
      );
      effects = ports.effects.run(outsideEffects(translation));
      dueWork = [followStrings, runEngineWork, runTextWork].map((run) => run(translation, ending.signal));
    },
    stop: async () => {
      ending.abort();
      await Promise.all([settings.stop(), effects?.stop(), ...running.map(({ subscription }) => subscription.stop())]);
      await Promise.all(dueWork);
      await around.moFolders.close();
    },
  };
};

/** A running subscription with its sources. */
interface Hearing {
  readonly subscription: RunningSubscription;
  readonly sources: Subscription['sources'];
}

/** Definition of translation for starters and operators' commands. */
export const definition: ServiceDefinition = {
  name: 'translation',
  version: packageJson.version,
  collections,
  registrations,
  erasure,
  create: (ports, own) => ({
    ...createTranslation(ports, { ...readOutsideSettings(own, ports.now), moFolders: openMoFolders(own) }),
    outside: async () => outsideServices(own),
  }),
};

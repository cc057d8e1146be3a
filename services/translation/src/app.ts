import type { RequestListener } from 'node:http';
import type { Collection } from '@almanac/documents';
import type { RunningEffects } from '@almanac/effects';
import { collectionsOf, findWithDocuments } from '@almanac/event-sourcing';
import {
  consistencyTokenAt,
  createEpochs,
  type RunningSubscription,
  type Subscription,
  WAIT_FOR_HEADER,
  waitFor,
} from '@almanac/messaging';
import { createRestApp } from '@almanac/rest';
import { afterSettings, followSettings, type ServiceApp, type ServicePorts } from '@almanac/service';
import { composeTranslation, publishing } from './composeTranslation.ts';
import { sourcesSubscription } from './integration/sources.ts';
import { usersSubscription } from './integration/users.ts';
import { runTextWork, TEXT_WORK } from './jobs/sweepTexts.ts';
import { ENGINE_WORK, runEngineWork } from './outside/dueEngineWork.ts';
import { outsideEffects } from './outside/effects.ts';
import { registrations } from './registrations.ts';
import { routesOf } from './routes.ts';
import { FILE_WORK, followStrings } from './string-files/followStrings.ts';
import type { Surroundings } from './translation.ts';
import { userCopies } from './translators/userCopies.ts';

export { registrations };

/** Every collection that translation stores, including those that are not folds of its log. */
export const collections: readonly Collection[] = [...collectionsOf(registrations), userCopies];

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
    routes: routesOf(translation),
    findCommit: findWithDocuments({ ...ports, registrations }),
    consistencyTokenAt: consistencyTokenAt('translation', { store, publishing, epochAt: createEpochs(entries) }),
  });
  return {
    name: 'translation',
    listener: afterSettings(
      settings,
      afterDeliveries(rest, () => running),
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

/**
 * Delays requests until the earlier writes of their client to other services have arrived (docs/architecture.md §4).
 */
const afterDeliveries =
  (listener: RequestListener, running: () => readonly Hearing[]): RequestListener =>
  (request, response) => {
    const token = request.headers[WAIT_FOR_HEADER];
    if (token === undefined) return listener(request, response);
    Promise.all(running().map(({ subscription, sources }) => waitFor(subscription, sources, token))).then(
      () => listener(request, response),
      (error) => response.destroy(error),
    );
  };

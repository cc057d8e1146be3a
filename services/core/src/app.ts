import { afterRules, FollowedRules, finishedJobs } from '@almanac/content-model';
import type { Collection } from '@almanac/documents';
import { collectionsOf, findWithDocuments } from '@almanac/event-sourcing';
import { consistencyTokenAt, type RunningSubscription, WAIT_FOR_HEADER, waitFor } from '@almanac/messaging';
import { createGuessBounds } from '@almanac/pages';
import { popupCopies, popupCopyCollections } from '@almanac/pages/popups';
import { createRestApp } from '@almanac/rest';
import { afterSettings, type ServiceApp, type ServicePorts } from '@almanac/service';
import { type FirstCredentials, finishFirstStart, firstStart } from './accounts/firstStart.ts';
import { SECOND_STEP_SOURCES, secondStepCopies, secondStepCopy } from './accounts/sign-in/secondStepCopy.ts';
import { composeCore, publishing, type WholeCore } from './composeCore.ts';
import { DUE_WORK, runDueWork } from './dueWork.ts';
import { EVENT_SOURCES, eventCopies, eventCopiesFrom } from './integration/eventCopies.ts';
import { ownerOfTranslations } from './integration/writtenTranslations.ts';
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
  /** Credentials of the administrator created by a first start without site file, to be shown once. */
  firstCredentials(): FirstCredentials | undefined;
  /** Records that they were shown and that the site has its sample: the next start shows none. */
  finishFirstStart(): Promise<void>;
}

/** All collections of core, including copies of other services' data; its documents are opened with them. */
export const collections: readonly Collection[] = [
  ...collectionsOf(registrations),
  eventCopies,
  secondStepCopies,
  ...popupCopyCollections,
];

/** Creates core: posts, media, terms, accounts. */
export const createCore = (ports: ServicePorts, media: MediaPorts): CoreApp => {
  const settings = followOwnSettings(ports);
  const rules = new FollowedRules('core', ports);
  let copies: RunningSubscription | undefined;
  let translations: RunningSubscription | undefined;
  let secondStep: RunningSubscription | undefined;
  let popups: RunningSubscription | undefined;
  const waitForCopies: WholeCore['waitForCopies'] = async ({ headers }) => {
    const token = headers[WAIT_FOR_HEADER];
    if (copies !== undefined) await waitFor(copies, EVENT_SOURCES, token);
    if (secondStep !== undefined) await waitFor(secondStep, SECOND_STEP_SOURCES, token);
  };
  const core = composeCore(ports, media, { settings, waitForCopies, rules });
  const ending = new AbortController();
  let first: FirstCredentials | undefined;
  let dueWork: Promise<void> | undefined;
  const rest = createRestApp({
    ...core,
    service: 'core',
    routes: [...routesOf(core), ...pageRoutes(core)].map(createGuessBounds(core)),
    findCommit: findWithDocuments({ ...ports, registrations }),
    consistencyTokenAt: consistencyTokenAt('core', { store: core.store, publishing, epochAt: core.epochAt }),
  });
  return {
    name: 'core',
    listener: afterSettings(settings, afterRules(rules, withUploads({ files: media.files, log: core.log }, rest))),
    publishing,
    registrations,
    dueWork: [DUE_WORK],
    start: async () => {
      first = await firstStart(core, async (unit) => {
        await createDefaultCategory(unit, core);
        await createSettings(unit, core);
      });
      await ensureSettings(core);
      await settings.start();
      await rules.start();
      secondStep = await core.bus.subscribe(secondStepCopy(core.documents));
      popups = await core.bus.subscribe(popupCopies('core', core.documents));
      copies = await core.bus.subscribe(eventCopiesFrom(core));
      translations = await core.bus.subscribe(finishedJobs(ownerOfTranslations(core)));
      dueWork = runDueWork(core, ending.signal);
    },
    stop: async () => {
      ending.abort();
      await Promise.all([
        settings.stop(),
        rules.stop(),
        copies?.stop(),
        secondStep?.stop(),
        popups?.stop(),
        translations?.stop(),
      ]);
      await dueWork;
    },
    firstCredentials: () => first,
    finishFirstStart: () => finishFirstStart(core),
  };
};

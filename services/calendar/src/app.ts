import { randomUUID } from 'node:crypto';
import type { RequestListener } from 'node:http';
import { afterRules, FollowedRules, finishedJobs } from '@almanac/content-model';
import { type Publishing, publishable, publishUpcast } from '@almanac/contracts';
import type { Collection } from '@almanac/documents';
import {
  type Commands,
  collectionsOf,
  createCommands,
  findWithDocuments,
  type Registration,
} from '@almanac/event-sourcing';
import { createTexts } from '@almanac/i18n';
import {
  consistencyTokenAt,
  createEpochs,
  type RunningSubscription,
  WAIT_FOR_HEADER,
  waitFor,
} from '@almanac/messaging';
import { createGuessBounds } from '@almanac/pages';
import { popupCopies, popupCopyCollections } from '@almanac/pages/popups';
import { createRestApp, restCatalogues } from '@almanac/rest';
import { afterSettings, followSettings, type ServiceApp, type ServicePorts } from '@almanac/service';
import type { Calendar } from './calendar.ts';
import { composeCalendar } from './composeCalendar.ts';
import { DUE_WORK, runDueWork } from './dueWork.ts';
import { feedRoute } from './feed/feedRoute.ts';
import { copiedCollections, copies } from './integration/copies.ts';
import { departedUsers } from './integration/departedUsers.ts';
import { publishing as mapped } from './integration/publishing.ts';
import { translationSources } from './integration/translationSources.ts';
import { ownerOfTranslations } from './integration/writtenTranslations.ts';
import { catalogues } from './messages/catalogues.ts';
import { pageRoutes } from './pages/pageRoutes.ts';
import { registrations } from './registrations.ts';
import { routesOf } from './routes.ts';
import { refoldTags } from './terms/tagCopies.ts';
import { writtenRecordRoutes } from './writing/writtenRecords.ts';

export { registrations };

export const publishing = publishUpcast(
  registrations.map(({ aggregate }) => aggregate),
  mapped,
);

/** All collections of the calendar, including those that are built from core's events. */
export const collections: readonly Collection[] = [
  ...collectionsOf(registrations),
  ...copiedCollections,
  ...popupCopyCollections,
];

/** The events of the calendar that a release knows. */
interface KnownEvents {
  readonly registrations: readonly Registration[];
  readonly publishing: Publishing;
}

/**
 * Creates the calendar service: events, venues, organizers, categories, and tags of events.
 * @param known for tests with two releases
 */
export const createCalendar = (ports: ServicePorts, known: KnownEvents = { registrations, publishing }): ServiceApp => {
  const { store, documents, now } = ports;
  const settings = followSettings('calendar', ports);
  const rules = new FollowedRules('calendar', ports);
  const calendar = composeCalendar(ports, settings, rules);
  const commands = createCommands({
    store,
    documents,
    registrations: known.registrations,
    now,
    check: publishable(known.publishing),
  });
  const ending = new AbortController();
  let subscription: RunningSubscription | undefined;
  let departures: RunningSubscription | undefined;
  let popups: RunningSubscription | undefined;
  let translations: RunningSubscription | undefined;
  let dueWork: Promise<void> | undefined;
  return {
    name: 'calendar',
    listener: afterSettings(
      settings,
      afterRules(
        rules,
        afterCopies(listenerOf(ports, calendar, commands, known), () => subscription),
      ),
    ),
    ...known,
    dueWork: [DUE_WORK],
    start: async () => {
      await refoldTags(documents);
      await settings.start();
      await rules.start();
      subscription = await ports.bus.subscribe(copies(documents));
      popups = await ports.bus.subscribe(popupCopies('calendar', documents));
      departures = await ports.bus.subscribe(departedUsers(calendar, commands, ports));
      translations = await ports.bus.subscribe(finishedJobs(ownerOfTranslations(calendar, commands)));
      dueWork = runDueWork(calendar, commands, { ports, holder: randomUUID(), signal: ending.signal });
    },
    stop: async () => {
      ending.abort();
      await Promise.all([
        settings.stop(),
        rules.stop(),
        subscription?.stop(),
        departures?.stop(),
        popups?.stop(),
        translations?.stop(),
      ]);
      await dueWork;
    },
  };
};

const listenerOf = (
  ports: ServicePorts,
  calendar: Calendar,
  commands: Commands,
  { registrations, publishing }: KnownEvents,
): RequestListener => {
  const { store, entries } = ports;
  const texts = createTexts(catalogues, restCatalogues);
  const routes = [
    ...routesOf(calendar, texts),
    feedRoute(calendar),
    translationSources(calendar),
    ...writtenRecordRoutes(calendar),
    ...pageRoutes(calendar),
  ];
  return createRestApp({
    ...ports,
    service: 'calendar',
    routes: routes.map(createGuessBounds(ports)),
    commands,
    texts,
    findCommit: findWithDocuments({ ...ports, registrations }),
    consistencyTokenAt: consistencyTokenAt('calendar', { store, publishing, epochAt: createEpochs(entries) }),
  });
};

/** Delays a request until the calendar has copied its client's last writes at core (docs/architecture.md §4). */
const afterCopies =
  (listener: RequestListener, running: () => RunningSubscription | undefined): RequestListener =>
  (request, response) => {
    const subscription = running();
    const token = request.headers[WAIT_FOR_HEADER];
    if (token === undefined || subscription === undefined) return listener(request, response);
    waitFor(subscription, ['core'], token).then(
      () => listener(request, response),
      (error) => response.destroy(error),
    );
  };

import { randomUUID } from 'node:crypto';
import type { RequestListener } from 'node:http';
import {
  afterRules,
  FollowedRules,
  finishedJobs,
  noRules,
  publishAllDue,
  publishDueContent,
  withRules,
} from '@almanac/content-model';
import { type Publishing, publishable } from '@almanac/contracts';
import { type Commands, createCommands, findWithDocuments, type Registration } from '@almanac/event-sourcing';
import { createTexts } from '@almanac/i18n';
import {
  consistencyTokenAt,
  createEpochs,
  type RunningSubscription,
  repeatWhileLeased,
  runAll,
  waitFor,
} from '@almanac/messaging';
import { type Outgoing, publicPolicy } from '@almanac/outgoing';
import { createGuessBounds } from '@almanac/pages';
import { popupCopies } from '@almanac/pages/popups';
import { createRestApp, restCatalogues } from '@almanac/rest';
import {
  afterSettings,
  createFetchEmbedded,
  delayed,
  followSettings,
  readPublicPolicy,
  type ServiceApp,
  type ServiceDefinition,
  type ServicePorts,
  type Settings,
  siteLanguages,
} from '@almanac/service';
import packageJson from '../package.json' with { type: 'json' };
import type { Calendar } from './calendar.ts';
import type { ItemFields } from './content-items/contentItem.ts';
import type { ItemKind } from './content-items/itemKind.ts';
import { contentSite } from './content-items/itemWriting.ts';
import { eventKind } from './events/event.ts';
import { createLinkingEvents } from './events/linkingEvents.ts';
import { dueFeeds } from './followed-feeds/dueFeeds.ts';
import { createFeedOutgoing } from './followed-feeds/fetchFeed.ts';
import { copies, imageCopies } from './integration/copies.ts';
import { departedUsers, resolveCircularHeirs } from './integration/departedUsers.ts';
import { laterVersions } from './integration/laterVersions.ts';
import { publishedSuggestions } from './integration/publishedSuggestions.ts';
import { ownerOfTranslations } from './integration/writtenTranslations.ts';
import { catalogues } from './messages/catalogues.ts';
import { organizerKind } from './organizers/organizer.ts';
import { RecordViews } from './rememberViews.ts';
import { dueSeries } from './series/dueSeries.ts';
import { allRoutesOf, collections, erasure, publishing, registrations } from './service.ts';
import { refoldTagNames } from './terms/tagCopies.ts';
import { venueKind } from './venues/venue.ts';

/** Creates the services that the calendar's slices share, from the ports of a service. */
export const composeCalendar = (
  ports: ServicePorts,
  settings: Settings,
  rules: Pick<FollowedRules, 'current'> = { current: () => noRules },
  feedOutgoing = createFeedOutgoing(publicPolicy()),
): Calendar => ({
  ...ports,
  settings,
  feedOutgoing,
  languages: withRules(siteLanguages(settings), () => rules.current()),
  linkingEvents: createLinkingEvents(ports),
  views: new RecordViews(),
});

const DUE_WORK_LEASE = 'calendar.due-work';
const FEEDS_LEASE = 'calendar.followed-feeds';
const DUE_WORK_EVERY_MS = 1_000;

const publishDueOf = <Fields extends ItemFields>(
  calendar: Calendar,
  commands: Commands,
  kind: ItemKind<Fields>,
): Promise<number> =>
  publishAllDue(
    { ...calendar, commands },
    { ...kind, publish: (unit, id) => publishDueContent(unit, kind, contentSite(calendar), id) },
  );

/** Does all work that is due now. */
const doDueWork = (calendar: Calendar, commands: Commands, extendSeries: () => Promise<void>): Promise<void> =>
  runAll([
    extendSeries,
    () => publishDueOf(calendar, commands, eventKind),
    () => publishDueOf(calendar, commands, venueKind),
    () => publishDueOf(calendar, commands, organizerKind),
  ]);

/**
 * Does due work at once and then every second, in one of the processes (docs/architecture.md §2). The signal ends it.
 */
const runDueWork = (
  calendar: Calendar,
  commands: Commands,
  { ports, holder, signal }: { readonly ports: ServicePorts; readonly holder: string; readonly signal: AbortSignal },
): Promise<void> => {
  const extendSeries = dueSeries(calendar, commands);
  const turns = { name: DUE_WORK_LEASE, holder, rest: DUE_WORK_EVERY_MS, signal };
  let areCirclesSettled = false;
  const settleOnce = async (): Promise<void> => {
    if (areCirclesSettled) return;
    await resolveCircularHeirs(calendar, commands, ports);
    areCirclesSettled = true;
  };
  return repeatWhileLeased(ports, turns, () => runAll([() => doDueWork(calendar, commands, extendSeries), settleOnce]));
};

/** The parts of followed feeds that a process chooses. */
export interface Following {
  readonly feedOutgoing?: Outgoing;
  readonly rest?: number;
}

/** The events of the calendar that this release can read. */
interface KnownEvents {
  readonly registrations: readonly Registration[];
  readonly publishing: Publishing;
}

/**
 * Creates the calendar service: events, venues, organizers, categories, and tags of events.
 * @param known for tests with two releases
 * @param following the clients for followed feeds, and the milliseconds between two looks for due ones
 */
export const createCalendar = (
  ports: ServicePorts,
  known: KnownEvents = { registrations, publishing },
  { feedOutgoing, rest = DUE_WORK_EVERY_MS }: Following = {},
): ServiceApp => {
  const { store, documents, now } = ports;
  const settings = followSettings('calendar', ports);
  const rules = new FollowedRules('calendar', ports);
  const calendar = composeCalendar(ports, settings, rules, feedOutgoing);
  const commands = createCommands({
    store,
    documents,
    registrations: known.registrations,
    now,
    check: publishable(known.publishing),
  });
  const ending = new AbortController();
  let copied: RunningSubscription[] = [];
  let departures: RunningSubscription | undefined;
  let popups: RunningSubscription | undefined;
  let translations: RunningSubscription | undefined;
  let versions: RunningSubscription | undefined;
  let suggested: RunningSubscription | undefined;
  let dueWork: Promise<void> | undefined;
  let feedRuns: Promise<void> | undefined;
  return {
    name: 'calendar',
    listener: afterSettings(
      settings,
      afterRules(
        rules,
        // a request waits until the calendar has copied its client's last writes at core (docs/architecture.md §4)
        delayed(listenerOf(ports, calendar, commands, known), (token) =>
          token === undefined ? undefined : Promise.all(copied.map((each) => waitFor(each, ['core'], token))),
        ),
      ),
    ),
    ...known,
    dueWork: [DUE_WORK_LEASE, FEEDS_LEASE],
    start: async () => {
      await refoldTagNames(documents);
      await settings.start();
      await rules.start();
      copied = [await ports.bus.subscribe(copies(documents)), await ports.bus.subscribe(imageCopies(documents))];
      popups = await ports.bus.subscribe(popupCopies('calendar', documents));
      departures = await ports.bus.subscribe(departedUsers(calendar, commands, ports));
      translations = await ports.bus.subscribe(finishedJobs(ownerOfTranslations(calendar, commands)));
      versions = await ports.bus.subscribe(laterVersions(calendar, commands));
      suggested = await ports.bus.subscribe(publishedSuggestions(calendar, commands));
      const holder = randomUUID();
      const { signal } = ending;
      dueWork = runDueWork(calendar, commands, { ports, holder, signal });
      const turns = { name: FEEDS_LEASE, holder, rest, signal };
      feedRuns = repeatWhileLeased(ports, turns, dueFeeds(calendar, commands));
    },
    stop: async () => {
      ending.abort();
      await Promise.all([
        settings.stop(),
        rules.stop(),
        ...copied.map((each) => each.stop()),
        departures?.stop(),
        popups?.stop(),
        translations?.stop(),
        versions?.stop(),
        suggested?.stop(),
      ]);
      await Promise.all([dueWork, feedRuns]);
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
  return createRestApp({
    ...ports,
    service: 'calendar',
    version: packageJson.version,
    routes: allRoutesOf(calendar, texts).map(createGuessBounds(ports)),
    commands,
    texts,
    findCommit: findWithDocuments({ ...ports, registrations }),
    fetchEmbedded: createFetchEmbedded('calendar', ports.fetchInternal),
    consistencyTokenAt: consistencyTokenAt('calendar', { store, publishing, epochAt: createEpochs(entries) }),
  });
};

/** Definition of the calendar for starters and operators' commands. */
export const definition: ServiceDefinition = {
  name: 'calendar',
  version: packageJson.version,
  collections,
  registrations,
  erasure,
  create: (ports, own) => createCalendar(ports, undefined, { feedOutgoing: createFeedOutgoing(readPublicPolicy(own)) }),
};

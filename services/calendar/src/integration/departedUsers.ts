import { exists, type PublicationField, systemContext, trashContent } from '@almanac/content-model';
import { findFirstAdministratorOfCore, readUserOfCore, userDeleted } from '@almanac/contracts';
import type { Entries } from '@almanac/documents';
import { type CommandContext, type Commands, streamOf, type UnitOfWork } from '@almanac/event-sourcing';
import { contextOf, type Subscription } from '@almanac/messaging';
import { askInternal } from '@almanac/service';
import type { Calendar } from '../calendar.ts';
import type { ItemFields, ItemState } from '../content-items/contentItem.ts';
import type { ItemKind } from '../content-items/itemKind.ts';
import { changeItem, contentSite, unchangedPublication } from '../content-items/itemWriting.ts';
import { eventKind } from '../events/event.ts';
import { type SeriesEvent, type SeriesState, seriesAggregate, seriesCollection } from '../events/seriesAggregate.ts';
import { type FollowedFeed, feedExists, followedFeedDecider, followedFeeds } from '../followed-feeds/followedFeed.ts';
import { type ImportState, importAggregate, imports } from '../imports/import.ts';
import { importDecider } from '../imports/importCommands.ts';
import { organizerKind } from '../organizers/organizer.ts';
import { leaveGroup } from '../series/seriesGroups.ts';
import { venueKind } from '../venues/venue.ts';

const AT_ONCE = 100;

/**
 * Handles the records of deleted users: another user gets them, or they go to the trash. Handled records are not found
 * again, so a repeat changes nothing. The users' imports end first, so that they create no further records.
 */
export const departedUsers = (
  calendar: Calendar,
  commands: Commands,
  { entries }: { readonly entries: Entries },
): Subscription => ({
  name: 'calendar.departed-users',
  sources: ['core'],
  takes: [userDeleted],
  handle: async (delivery) => {
    if (!userDeleted.is(delivery)) return;
    const { id, reassign } = delivery.data;
    const context = contextOf(delivery);
    await entries.put(DEPARTED_USER_KIND, String(id), { reassign } satisfies DepartedUserEntry);
    await endImports(calendar, commands, { id, context });
    await settleFeeds({ calendar, commands, entries, context }, { id, reassign });
    await settleAll({ calendar, commands, entries, context }, { id, reassign });
  },
});

const PAGE = 500;

/**
 * Settles again the users who departed at the same time and were each other's heirs: earlier releases gave their
 * records to one of them. A repeat changes nothing. Users who exist again, since core was restored, keep their records.
 */
export const resolveCircularHeirs = async (
  calendar: Calendar,
  commands: Commands,
  { entries }: { readonly entries: Entries },
): Promise<void> => {
  const context = systemContext(calendar.languages.defaultLanguage, 'departed-users');
  const heirs = await heirsOfDeparted(entries);
  for (const id of leftInCircles(heirs)) {
    if (await isThere(calendar, id)) continue;
    await settleAll({ calendar, commands, entries, context }, { id, reassign: heirs.get(id) ?? null });
  }
};

/** Returns the heirs of all departed users. */
const heirsOfDeparted = async (entries: Entries): Promise<Map<number, number | null>> => {
  const heirs = new Map<number, number | null>();
  for (let after = ''; ; ) {
    const page = await entries.list<DepartedUserEntry>(DEPARTED_USER_KIND, { after, limit: PAGE });
    for (const { id, body } of page) heirs.set(Number(id), body.reassign);
    const last = page.at(-1);
    if (last === undefined) return heirs;
    after = last.id;
  }
};

/** Returns the users whose heirs form a circle; each user is visited once. */
const leftInCircles = (heirs: ReadonlyMap<number, number | null>): number[] => {
  const found: number[] = [];
  const seen = new Set<number>();
  for (const first of heirs.keys()) {
    const row = new Set<number>();
    let id: number | null = first;
    while (id !== null && !seen.has(id)) {
      seen.add(id);
      row.add(id);
      id = heirs.get(id) ?? null;
    }
    if (id !== null && row.has(id)) found.push(...row);
  }
  return found;
};

const DEPARTED_USER_KIND = 'departed-user';

interface DepartedUserEntry {
  /** The user who gets the records; null if they go to the trash. */
  readonly reassign: number | null;
}

/**
 * Returns the user who gets records that are left to a user: that user, or the heir of a user who has departed too;
 * null for the trash. In logs of earlier releases, users who departed at the same time may be each other's heirs.
 */
const heirOf = async ({ calendar, entries }: Settling, reassign: number | null): Promise<number | null> => {
  const departed = new Set<number>();
  let heir = reassign;
  while (heir !== null && !departed.has(heir)) {
    const departure = await entries.get<DepartedUserEntry>(DEPARTED_USER_KIND, String(heir));
    if (departure === undefined) return heir;
    departed.add(heir);
    heir = departure.body.reassign;
  }
  return heir === null ? null : heirOfCircle(calendar, departed);
};

/**
 * Returns the first of the users who exists again, since core was restored, else the administrator who was registered
 * first, as in core; null without one.
 */
const heirOfCircle = async (calendar: Calendar, departed: ReadonlySet<number>): Promise<number | null> => {
  for (const id of departed) if (await isThere(calendar, id)) return id;
  const { body, refused } = await askInternal(calendar.fetchInternal, findFirstAdministratorOfCore);
  if (refused !== undefined) throw refused;
  return body[0]?.id ?? null;
};

/** True if core has the user. */
const isThere = async ({ fetchInternal }: Calendar, id: number): Promise<boolean> =>
  (await askInternal(fetchInternal, readUserOfCore, { at: { id } })).refused === undefined;

interface Departure extends DepartedUserEntry {
  readonly id: number;
}

interface Settling {
  readonly calendar: Calendar;
  readonly commands: Commands;
  readonly entries: Entries;
  readonly context: CommandContext;
}

/** A kind of record that users leave behind. */
interface LeftKind<Fields extends ItemFields> {
  readonly kind: ItemKind<Fields>;
  withAuthor(author: number): Partial<Omit<Fields, PublicationField>>;
}

const settleAll = async (settling: Settling, departure: Departure): Promise<void> => {
  const withAuthor = (author: number) => ({ author });
  await settle(settling, { kind: eventKind, withAuthor }, departure);
  await settle(settling, { kind: venueKind, withAuthor }, departure);
  await settle(settling, { kind: organizerKind, withAuthor }, departure);
  await settleSeries(settling, departure);
};

/** The number of series that are read at once; each has up to a thousand occurrences. */
const SERIES_AT_ONCE = 10;

/** Makes the heir the author of further occurrences; without an heir, series end. */
const settleSeries = async (settling: Settling, { id, reassign }: Departure): Promise<void> => {
  const { calendar, commands, context } = settling;
  const heir = await heirOf(settling, reassign);
  if (heir === id) return;
  const give = async (unit: UnitOfWork, series: number): Promise<void> => {
    const left = await unit.load(seriesAggregate, series);
    const { shared, deleted } = left;
    if (deleted || shared.author !== id) return;
    if (heir === null) await leaveGroup(unit, left);
    const given: SeriesEvent =
      heir === null
        ? { type: 'SeriesDeleted', data: { tasks: [] } }
        : { type: 'SeriesChanged', data: { shared: { ...shared, author: heir } } };
    await unit.append(seriesAggregate, series, [given]);
  };
  for (let after: number | undefined = 0; after !== undefined; ) {
    const left: SeriesState[] = await calendar.documents.find<SeriesState>(seriesCollection, {
      filter: {
        all: [
          { field: 'shared.author', equals: id },
          { field: 'id', after },
        ],
      },
      order: [{ field: 'id', direction: 'asc' }],
      limit: SERIES_AT_ONCE,
    });
    for (const series of left) {
      const mutexKeys = [streamOf(seriesAggregate, series.id)];
      await commands.run(context, (unit) => give(unit, series.id), { mutexKeys });
    }
    after = left.at(-1)?.id;
  }
};

/** Makes the heir the author of followed feeds; without an heir, they pause. */
const settleFeeds = async (settling: Settling, { id, reassign }: Departure): Promise<void> => {
  const { calendar, commands, context } = settling;
  const heir = await heirOf(settling, reassign);
  if (heir === id) return;
  const left = await calendar.documents.find<FollowedFeed>(followedFeeds, { filter: { field: 'author', equals: id } });
  const changes = heir === null ? { paused: true } : { author: heir };
  for (const feed of left) {
    const give = async (unit: UnitOfWork): Promise<void> => {
      if (!feedExists(await unit.load(followedFeedDecider, feed.id))) return;
      await unit.decide(followedFeedDecider, feed.id, { type: 'Change', changes }, undefined);
    };
    await commands.run(context, give, { mutexKeys: [streamOf(followedFeedDecider, feed.id)] });
  }
};

/** Ends the pending imports of a user: they would write in that user's name. */
const endImports = async (
  { documents }: Calendar,
  commands: Commands,
  { id, context }: { readonly id: number; readonly context: CommandContext },
): Promise<void> => {
  const started = await documents.find<ImportState>(imports, { filter: { field: 'startedBy', equals: id } });
  for (const pending of started.filter(({ status }) => status === 'pending')) {
    const mutexKeys = [streamOf(importAggregate, pending.id)];
    const end = (unit: UnitOfWork) => unit.decide(importDecider, pending.id, { type: 'Abandon' }, undefined);
    await commands.run(context, end, { mutexKeys });
  }
};

/**
 * Gives the records of a departed user to the heir, in any order of departures. The heir may be deleted meanwhile and
 * may already be settled; then the records go to the next heir.
 */
const settle = async <Fields extends ItemFields>(
  settling: Settling,
  left: LeftKind<Fields>,
  departure: Departure,
): Promise<void> => {
  let heir = await heirOf(settling, departure.reassign);
  // a user who exists again keeps the records
  while (heir !== departure.id && (await giveSome(settling, left, { id: departure.id, reassign: heir }))) {
    const next = await heirOf(settling, departure.reassign);
    if (heir !== null && next !== heir) await settle(settling, left, { id: heir, reassign: next });
    heir = next;
  }
};

/** Transfers some records. Returns false if there were none. */
const giveSome = async <Fields extends ItemFields>(
  { calendar, commands, context }: Settling,
  { kind, withAuthor }: LeftKind<Fields>,
  { id: author, reassign }: Departure,
): Promise<boolean> => {
  const own = { field: 'author', equals: author };
  const live = { not: { field: 'status', equals: 'trash' } };
  const filter = reassign === null ? { all: [own, live] } : own;
  const found = await calendar.documents.find<ItemState>(kind.collection, { filter, limit: AT_ONCE });
  for (const { id } of found) {
    const subject = { kind, id };
    const give = async (unit: UnitOfWork): Promise<void> => {
      const state = await unit.load(kind.aggregate, id);
      // deleted, or given to another author meanwhile
      if (!exists(state) || state.author !== author) return;
      if (reassign === null) await trashContent(unit, kind, contentSite(calendar), id);
      else await changeItem(unit, calendar, subject, { asked: unchangedPublication, fields: withAuthor(reassign) });
    };
    await commands.run(context, give, { mutexKeys: [streamOf(kind.aggregate, id)] });
  }
  return found.length > 0;
};

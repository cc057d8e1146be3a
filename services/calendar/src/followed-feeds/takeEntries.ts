import { exists, trashContent } from '@almanac/content-model';
import { toWallClock } from '@almanac/dates';
import { type CommandContext, type Commands, streamOf, type UnitOfWork } from '@almanac/event-sourcing';
import { principalId } from '@almanac/identity';
import type { Calendar } from '../calendar.ts';
import type { Status } from '../content-items/contentItem.ts';
import { changeItem, contentSite, unchangedPublication } from '../content-items/itemWriting.ts';
import { type EventState, event, eventKind, events } from '../events/event.ts';
import type { Activity } from '../imports/activity.ts';
import { BatchPictures } from '../imports/batchPictures.ts';
import { fieldsChangedByHand } from '../imports/handChanges.ts';
import { type ImportRequest, type ImportRules, importerOf, originName } from '../imports/importedEvent.ts';
import { IMPORT_SOURCES } from '../imports/importedRecords.ts';
import { prepareItems, writeItems } from '../imports/importItems.ts';
import type { FeedItem } from './feedMemory.ts';
import { type FollowedFeed, followedFeedDecider, followedFeeds, type TakenItems } from './followedFeed.ts';
import type { FeedEntry } from './readFeed.ts';

/** A run of a feed. */
export interface Run {
  readonly calendar: Calendar;
  readonly commands: Commands;
  readonly feed: FollowedFeed;
  /** The name of the run in the log. */
  readonly cause: string;
  readonly site: string;
  readonly signal: AbortSignal;
}

export const originOf = ({ id }: Pick<FollowedFeed, 'id'>): string => `${followedFeedDecider.category}-${id}`;

/** Returns the context of the commands of a run, in the name of the author of its events. */
export const contextOf = ({ feed, cause }: Run): CommandContext => ({
  principal: principalId(importerOf({ startedBy: feed.author })),
  language: feed.language,
  correlation: cause,
  causation: cause,
});

/** Runs a command that holds the stream of the feed, and names in it the events that it has changed. */
export const commitItems = async <Result>(
  run: Run,
  decide: (unit: UnitOfWork) => Promise<{ readonly result: Result; readonly taken: TakenItems }>,
): Promise<Result> => {
  const { commands, feed } = run;
  const mutexKeys = [streamOf(followedFeedDecider, feed.id)];
  const work = async (unit: UnitOfWork): Promise<Result> => {
    const { result, taken } = await decide(unit);
    if (unit.events.length > 0)
      await unit.decide(followedFeedDecider, feed.id, { type: 'TakeItems', taken }, undefined);
    return result;
  };
  return (await commands.run(contextOf(run), work, { mutexKeys })).result;
};

/** Returns the status of an event: its calendar may not show it to everybody. */
const shownAs = <Known extends Status>(status: Known, isPrivate: boolean): Known | 'private' =>
  isPrivate && status === 'publish' ? 'private' : status;

/** Returns the rules by which items of a language and visibility become events. */
export const rulesOf = ({ feed }: Run, language: string, isPrivate: boolean): ImportRules => ({
  origin: originOf(feed),
  postStatus: shownAs(feed.status, isPrivate),
  updateAuthority: 'preserve_changes',
  isWhole: true,
  isPrivate,
  language,
  startedBy: feed.author,
});

export const requestOf = (run: Run): ImportRequest => ({
  params: {},
  site: run.site,
  context: contextOf(run),
  commands: run.commands,
  abandoned: () => run.signal,
  goesOn: () => undefined,
});

/** The result of some entries of a feed. */
export interface ChunkResult {
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly left: number;
  readonly items: readonly FeedItem[];
}

/** The series that a run has written. */
export interface WrittenSeries {
  /** The ids of series by the UIDs of their entries, of earlier runs too. */
  readonly ids: Map<string, number>;
  /** The UIDs of entries whose series is left out. */
  readonly left: Set<string>;
  /** The events that became occurrences, and those that a change of their series has changed. */
  readonly made: Set<number>;
  readonly changed: Set<number>;
}

/** Occurrences that their series has written. */
interface CoveredEntries {
  readonly result: Omit<ChunkResult, 'items'>;
  readonly items: readonly FeedItem[];
  /** The entries that are left to write: single events, and occurrences that the feed or a person has changed. */
  readonly rest: readonly FeedEntry[];
}

/**
 * Makes events of entries, or changes their events; at most as many as fit into one commit. The occurrences of a series
 * are there already.
 * @param known the entries of earlier runs, by their UIDs
 */
export const takeEntries = async (
  run: Run,
  taken: readonly FeedEntry[],
  known: ReadonlyMap<string, FeedItem>,
  series: WrittenSeries,
): Promise<ChunkResult> => {
  const entries = taken.filter(({ isCancelled }) => !isCancelled);
  const { deleted, trashed, foreign } = await standingOf(run, entries, known);
  await restore(run, trashed, entries);
  const cancelled = await cancel(run, taken, series);
  const present = entries.filter(({ uid }) => !deleted.has(uid) && !foreign.has(uid));
  const covered = await coveredBy(run, present, series);
  const wanted = covered.rest;
  let activity: Activity['cal_events'] = {};
  const groups = Map.groupBy(wanted, ({ language, isPrivate }) => `${language ?? run.feed.language}/${isPrivate}`);
  for (const group of groups.values()) activity = joined(activity, await writeGroup(run, group));
  const states = await statesOf(run, wanted);
  const made = wanted.flatMap(({ uid, digest }): FeedItem[] => {
    const state = states.get(uid);
    return state === undefined ? [] : [{ uid, digest, event: state.id, removed: false }];
  });
  const gone = entries.filter(({ uid }) => deleted.has(uid)).map(({ uid, digest }) => ({ uid, digest }));
  const left = gone.map(
    ({ uid, digest }): FeedItem => ({ uid, digest, event: known.get(uid)?.event ?? 0, removed: false }),
  );
  const counts = countsOf(activity, covered.result, series);
  return {
    ...counts,
    left: entries.length - counts.created - counts.updated - counts.unchanged,
    items: [...made, ...left, ...covered.items, ...cancelled],
  };
};

/** Counts the events that entries or their series have written. */
const countsOf = (
  { created = [], updated = [], skipped = [] }: EventActivity = {},
  covered: Omit<ChunkResult, 'items'>,
  { made, changed }: WrittenSeries,
): Omit<ChunkResult, 'items' | 'left'> => {
  const counts = { ...covered, created: covered.created + created.length };
  for (const id of updated) counts[made.has(id) ? 'created' : 'updated'] += 1;
  for (const id of skipped) {
    if (made.has(id)) counts.created += 1;
    else if (changed.has(id)) counts.updated += 1;
    else counts.unchanged += 1;
  }
  return counts;
};

/** Returns the events of entries by their UIDs. */
const statesOf = async (
  { calendar: { documents } }: Run,
  entries: readonly Pick<FeedEntry, 'uid'>[],
): Promise<ReadonlyMap<string, EventState>> => {
  if (entries.length === 0) return new Map();
  const filter = { field: 'importUid', in: entries.map(({ uid }) => uid) };
  const found = await documents.find<EventState>(events, { filter });
  return new Map(found.flatMap((state) => (state.importUid === null ? [] : [[state.importUid, state] as const])));
};

/** Counts the occurrences that their series has written. Those that the site has not made yet are left out. */
const coveredBy = async (
  run: Run,
  entries: readonly FeedEntry[],
  { ids, left, made, changed }: WrittenSeries,
): Promise<CoveredEntries> => {
  const states = await statesOf(
    run,
    entries.filter(({ series }) => series !== undefined),
  );
  const result = { created: 0, updated: 0, unchanged: 0, left: 0 };
  const items: FeedItem[] = [];
  const rest: FeedEntry[] = [];
  for (const entry of entries) {
    const { uid, digest, series, isOwn } = entry;
    const state = states.get(uid);
    if (series === undefined) rest.push(entry);
    else if (left.has(series) || state === undefined) result.left += 1;
    else if (isOwn || state.series !== ids.get(series) || state.ownFields.length > 0) rest.push(entry);
    else {
      if (made.has(state.id)) result.created += 1;
      else if (changed.has(state.id)) result.updated += 1;
      else result.unchanged += 1;
      items.push({ uid, digest, event: state.id, removed: false });
    }
  }
  return { result, items, rest };
};

/** Moves the occurrences to the trash that the feed cancels alone. */
const cancel = async (run: Run, taken: readonly FeedEntry[], { left }: WrittenSeries): Promise<readonly FeedItem[]> => {
  const entries = taken.filter(({ isCancelled, series = '' }) => isCancelled && !left.has(series));
  const states = await statesOf(run, entries);
  const items = entries.flatMap(({ uid, digest }): FeedItem[] => {
    const state = states.get(uid);
    return state === undefined || state.status === 'trash' ? [] : [{ uid, digest, event: state.id, removed: true }];
  });
  const removable = await removableOf(
    run,
    items.map((item) => item.event),
  );
  await trashEvents(run, [...removable]);
  return items.filter((item) => removable.has(item.event));
};

/** Returns the events among some that a run may remove: they have not ended, and no person has taken them over. */
export const removableOf = async (run: Run, ids: readonly number[]): Promise<ReadonlySet<number>> => {
  const removable = new Set<number>();
  if (run.feed.onRemoved === 'keep') return removable;
  for (const id of await upcomingOf(run, ids)) if (!(await isTakenOver(run, id))) removable.add(id);
  return removable;
};

type EventActivity = NonNullable<Activity['cal_events']>;

const joined = (one: EventActivity = {}, other: EventActivity = {}): EventActivity => ({
  created: [...(one.created ?? []), ...(other.created ?? [])],
  updated: [...(one.updated ?? []), ...(other.updated ?? [])],
  skipped: [...(one.skipped ?? []), ...(other.skipped ?? [])],
});

/** Writes entries of one language and visibility. */
const writeGroup = async (run: Run, entries: readonly FeedEntry[]): Promise<EventActivity> => {
  const { calendar, feed } = run;
  const [{ language, isPrivate } = { language: undefined, isPrivate: false }] = entries;
  const state = rulesOf(run, language ?? feed.language, isPrivate);
  const importing = { calendar, request: requestOf(run), state, pictures: new BatchPictures(calendar) };
  const prepared = await prepareItems(
    importing,
    entries.map(({ item }) => item),
  );
  return commitItems(run, async (unit) => {
    const { activity } = await writeItems(unit, calendar, state, prepared);
    const { created = [], updated = [] } = activity.cal_events ?? {};
    return { result: activity.cal_events ?? {}, taken: { created, updated, removed: [] } };
  });
};

interface Standing {
  /** UIDs of events that a person has deleted for good; they are not made again. */
  readonly deleted: ReadonlySet<string>;
  /** The entries whose events an earlier run has moved to the trash. */
  readonly trashed: readonly FeedItem[];
  /** UIDs of events that another feed has made. */
  readonly foreign: ReadonlySet<string>;
}

const standingOf = async (
  run: Run,
  entries: readonly FeedEntry[],
  known: ReadonlyMap<string, FeedItem>,
): Promise<Standing> => {
  const { documents } = run.calendar;
  const items = entries.flatMap(({ uid }) => known.get(uid) ?? []);
  const found = await documents.getMany<EventState>(
    events,
    items.map((item) => item.event),
  );
  const states = new Map(found.map((state) => [state.id, state.status]));
  return {
    deleted: new Set(items.filter((item) => !item.removed && !states.has(item.event)).map(({ uid }) => uid)),
    trashed: items.filter(({ removed, event: id }) => removed && states.get(id) === 'trash'),
    foreign: await foreignOf(
      run,
      entries.filter(({ uid }) => !known.has(uid)),
    ),
  };
};

/** Returns the UIDs of events that belong to other feeds. */
export const foreignOf = async (run: Run, entries: readonly Pick<FeedEntry, 'uid'>[]): Promise<ReadonlySet<string>> => {
  const { commands, feed, calendar } = run;
  const uids = [...(await statesOf(run, entries)).keys()];
  if (uids.length === 0) return new Set();
  const others = (await calendar.documents.find<FollowedFeed>(followedFeeds, {})).filter(({ id }) => id !== feed.id);
  const { result } = await commands.run(contextOf(run), async (unit) => {
    const held: string[] = [];
    for (const uid of uids)
      for (const other of others)
        if ((await unit.holder(IMPORT_SOURCES, originName(originOf(other), uid))) !== null) held.push(uid);
    return held;
  });
  return new Set(result);
};

/** Restores events that an earlier run has moved to the trash, with their former status. */
export const restore = async (
  run: Run,
  trashed: readonly FeedItem[],
  entries: readonly Pick<FeedEntry, 'uid' | 'isPrivate'>[],
): Promise<void> => {
  if (trashed.length === 0) return;
  const { calendar, feed } = run;
  const privateUids = new Set(entries.filter(({ isPrivate }) => isPrivate).map(({ uid }) => uid));
  await commitItems(run, async (unit) => {
    const updated: number[] = [];
    for (const { uid, event: id } of trashed) {
      const { status, statusBeforeTrash } = await unit.load(event, id);
      if (status !== 'trash') continue;
      const former = shownAs<Status>(statusBeforeTrash ?? feed.status, privateUids.has(uid));
      await changeItem(
        unit,
        calendar,
        { kind: eventKind, id },
        { asked: { ...unchangedPublication, status: former }, fields: {} },
      );
      updated.push(id);
    }
    return { result: undefined, taken: { created: [], updated, removed: [] } };
  });
};

/** Moves events to the trash, at most as many as fit into one commit. */
export const trashEvents = (run: Run, ids: readonly number[]): Promise<void> =>
  commitItems(run, async (unit) => {
    const removed: number[] = [];
    for (const id of ids) {
      const state = await unit.load(event, id);
      if (!exists(state) || state.status === 'trash') continue;
      await trashContent(unit, eventKind, contentSite(run.calendar), id);
      removed.push(id);
    }
    return { result: undefined, taken: { created: [], updated: [], removed } };
  });

/**
 * True if an event is a person's: a person or another program made it, or gave it to another author than the feed's.
 */
const isTakenOver = async ({ calendar, feed }: Run, id: number): Promise<boolean> => {
  const byHand = await fieldsChangedByHand(calendar, id);
  if (byHand.has('importUid')) return true;
  if (!byHand.has('author')) return false;
  const [state] = await calendar.documents.getMany<EventState>(events, [id]);
  return state !== undefined && state.author !== feed.author;
};

/** Returns the events that are shown and have not ended. */
export const upcomingOf = async (
  { calendar: { documents, now } }: Run,
  ids: readonly number[],
): Promise<ReadonlySet<number>> => {
  const from = toWallClock(now().getTime(), 'UTC');
  const upcoming = new Set<number>();
  for (let at = 0; at < ids.length; at += EVENTS_A_READ) {
    const read = ids.slice(at, at + EVENTS_A_READ);
    for (const { id, status, endUtc } of await documents.getMany<EventState>(events, read))
      if (status !== 'trash' && endUtc > from) upcoming.add(id);
  }
  return upcoming;
};

const EVENTS_A_READ = 500;

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

const originOf = ({ id }: Pick<FollowedFeed, 'id'>): string => `${followedFeedDecider.category}-${id}`;

const contextOf = ({ feed, cause }: Run): CommandContext => ({
  principal: principalId(importerOf({ startedBy: feed.author })),
  language: feed.language,
  correlation: cause,
  causation: cause,
});

/** Runs a command that holds the stream of the feed, and names in it the events that it has changed. */
const commitItems = async <Result>(
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

const rulesOf = ({ feed }: Run, language: string, isPrivate: boolean): ImportRules => ({
  origin: originOf(feed),
  postStatus: shownAs(feed.status, isPrivate),
  updateAuthority: 'preserve_changes',
  language,
  startedBy: feed.author,
});

const requestOf = (run: Run): ImportRequest => ({
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

/**
 * Makes events of entries, or changes their events; at most as many as fit into one commit.
 * @param known the entries of earlier runs, by their UIDs
 */
export const takeEntries = async (
  run: Run,
  entries: readonly FeedEntry[],
  known: ReadonlyMap<string, FeedItem>,
): Promise<ChunkResult> => {
  const { deleted, trashed, foreign } = await standingOf(run, entries, known);
  const wanted = entries.filter(({ uid }) => !deleted.has(uid) && !foreign.has(uid));
  await restore(run, trashed, entries);
  let activity: Activity['cal_events'] = {};
  const groups = Map.groupBy(wanted, ({ language, isPrivate }) => `${language ?? run.feed.language}/${isPrivate}`);
  for (const group of groups.values()) activity = joined(activity, await writeGroup(run, group));
  const ids = await idsOf(run, wanted);
  const made = wanted.flatMap(({ uid, digest }): FeedItem[] => {
    const id = ids.get(uid);
    return id === undefined ? [] : [{ uid, digest, event: id, removed: false }];
  });
  const gone = entries.filter(({ uid }) => deleted.has(uid)).map(({ uid, digest }) => ({ uid, digest }));
  const left = gone.map(
    ({ uid, digest }): FeedItem => ({ uid, digest, event: known.get(uid)?.event ?? 0, removed: false }),
  );
  const { created = [], updated = [], skipped = [] } = activity;
  return {
    created: created.length,
    updated: updated.length,
    unchanged: skipped.length,
    left: entries.length - created.length - updated.length - skipped.length,
    items: [...made, ...left],
  };
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

/** Returns the ids of events by their UIDs. */
const idsOf = async (
  { calendar: { documents } }: Run,
  entries: readonly Pick<FeedEntry, 'uid'>[],
): Promise<Map<string, number>> => {
  if (entries.length === 0) return new Map();
  const filter = { field: 'importUid', in: entries.map(({ uid }) => uid) };
  const found = await documents.find<EventState>(events, { filter });
  return new Map(found.flatMap(({ importUid, id }) => (importUid === null ? [] : [[importUid, id] as const])));
};

/** Returns the UIDs of events that belong to other feeds. */
const foreignOf = async (run: Run, entries: readonly FeedEntry[]): Promise<ReadonlySet<string>> => {
  const { commands, feed, calendar } = run;
  const uids = [...(await idsOf(run, entries)).keys()];
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
const restore = async (run: Run, trashed: readonly FeedItem[], entries: readonly FeedEntry[]): Promise<void> => {
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
export const isTakenOver = async ({ calendar, feed }: Run, { event: id }: FeedItem): Promise<boolean> => {
  const byHand = await fieldsChangedByHand(calendar, id);
  if (byHand.has('importUid')) return true;
  if (!byHand.has('author')) return false;
  const [state] = await calendar.documents.getMany<EventState>(events, [id]);
  return state !== undefined && state.author !== feed.author;
};

/** Returns the events that are shown and have not ended. */
export const upcomingOf = async (
  { calendar: { documents, now } }: Run,
  items: readonly FeedItem[],
): Promise<ReadonlySet<number>> => {
  const from = toWallClock(now().getTime(), 'UTC');
  const upcoming = new Set<number>();
  for (let at = 0; at < items.length; at += EVENTS_A_READ) {
    const ids = items.slice(at, at + EVENTS_A_READ).map((item) => item.event);
    for (const { id, status, endUtc } of await documents.getMany<EventState>(events, ids))
      if (status !== 'trash' && endUtc > from) upcoming.add(id);
  }
  return upcoming;
};

const EVENTS_A_READ = 500;

import { createHash } from 'node:crypto';
import type { Entries } from '@almanac/documents';
import type { TextParams } from '@almanac/i18n';

/** The number of runs that are kept. */
const MAX_RUNS = 50;
const PAGE = 500;

/** The number of events by what a run did with them. */
export interface RunCounts {
  readonly found: number;
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly removed: number;
  /** Entries that no event was made from: refused ones, those of other feeds or other languages. */
  readonly left: number;
}

export interface FeedRun {
  /** ISO 8601, UTC. */
  readonly started: string;
  readonly finished: string;
  readonly result: 'ok' | 'not_modified' | 'failed' | 'guarded';
  readonly reason: { readonly message: string; readonly params: TextParams } | null;
  readonly counts: RunCounts;
}

/** The facts about the runs of a feed; not in the log, so that a run without news makes no commit. */
export interface FeedRuns {
  /** The newest first. */
  readonly log: readonly FeedRun[];
  /** The number of failed runs since the last successful one. */
  readonly failures: number;
  /** The validators of the last read content, and its address. */
  readonly url: string;
  readonly etag: string | null;
  readonly lastModified: string | null;
  /** The time in milliseconds at which the content was last read. */
  readonly readAt: number;
  /** The version of the feed's stream up to which its entries are noted; undefined after a run of an earlier release. */
  readonly notedVersion?: number;
}

const noRuns: FeedRuns = {
  log: [],
  failures: 0,
  url: '',
  etag: null,
  lastModified: null,
  readAt: 0,
  notedVersion: 0,
};

/** The time of the next run. */
export interface FeedSchedule {
  /** Milliseconds since the epoch. */
  readonly dueAt: number;
  /** True if a person asked for the run, so that it runs although the feed is paused. */
  readonly isAsked: boolean;
  /** True if the run may remove any number of events. */
  readonly isConfirmed: boolean;
  /** The site's address at the last request, by which its own pictures are known. */
  readonly site: string;
}

/** An entry of a feed that is an event. */
export interface FeedItem {
  readonly uid: string;
  readonly event: number;
  /** The digest of the entry as it was imported. */
  readonly digest: string;
  /** True if a run has moved the event to the trash. */
  readonly removed: boolean;
}

/** The digest of an occurrence that left with its series, and not by itself. */
export const WITH_SERIES = '';

/** The digest of an entry of a killed run; no entry has it, so that the next run reads the entry again. */
export const UNREAD = 'unread';

/** A recurring entry of a feed that is a series. */
export interface FeedSeriesItem {
  readonly uid: string;
  readonly series: number;
  readonly digest: string;
  /** True if a run has ended the series. */
  readonly removed: boolean;
}

/** The entries of a feed that earlier runs have taken, by their UIDs. */
export interface KnownEntries {
  readonly items: ReadonlyMap<string, FeedItem>;
  readonly series: ReadonlyMap<string, FeedSeriesItem>;
}

const RUNS_KIND = 'feed-runs';
const SCHEDULE_KIND = 'feed-schedule';
const ITEM_KIND = 'feed-item';
const SERIES_KIND = 'feed-series';

export const readRuns = async (entries: Entries, feed: number): Promise<FeedRuns> =>
  (await entries.get<FeedRuns>(RUNS_KIND, String(feed)))?.body ?? noRuns;

export const putRuns = async (entries: Entries, feed: number, runs: FeedRuns): Promise<void> => {
  await entries.put(RUNS_KIND, String(feed), { ...runs, log: runs.log.slice(0, MAX_RUNS) });
};

export const readSchedule = async (entries: Entries, feed: number) =>
  entries.get<FeedSchedule>(SCHEDULE_KIND, String(feed));

/** Returns the times of the next runs by their feeds. */
export const readSchedules = async (entries: Entries): Promise<ReadonlyMap<number, FeedSchedule>> =>
  new Map((await entries.list<FeedSchedule>(SCHEDULE_KIND)).map(({ id, body }) => [Number(id), body]));

/** Makes a feed due now. */
export const askForRun = async (
  entries: Entries,
  feed: number,
  asked: Omit<FeedSchedule, 'isAsked'>,
): Promise<void> => {
  await entries.put<FeedSchedule>(SCHEDULE_KIND, String(feed), { ...asked, isAsked: true });
};

/**
 * Sets the time of the next run, unless somebody has asked for one since this one began.
 * @param revision that of the schedule when this run began; 0 for none
 */
export const scheduleNext = async (
  entries: Entries,
  feed: number,
  schedule: FeedSchedule,
  revision: number,
): Promise<void> => {
  await entries.put<FeedSchedule>(SCHEDULE_KIND, String(feed), schedule, { ifRevision: revision });
};

const prefixOf = (feed: number): string => `${feed}/`;

const itemId = (feed: number, uid: string): string =>
  `${prefixOf(feed)}${createHash('sha256').update(uid).digest('base64url')}`;

/** Returns the entries of a feed that earlier runs have taken. */
export const readKnown = async (entries: Entries, feed: number): Promise<KnownEntries> => {
  const items = new Map<string, FeedItem>();
  for await (const item of bodiesOf<FeedItem>(entries, ITEM_KIND, feed)) items.set(item.uid, item);
  const series = new Map<string, FeedSeriesItem>();
  for await (const item of bodiesOf<FeedSeriesItem>(entries, SERIES_KIND, feed)) series.set(item.uid, item);
  return { items, series };
};

async function* bodiesOf<Body extends object>(entries: Entries, kind: string, feed: number): AsyncGenerator<Body> {
  for (let after = ''; ; ) {
    const page = await entries.list<Body>(kind, { prefix: prefixOf(feed), after, limit: PAGE });
    for (const { body } of page) yield body;
    const last = page.at(-1);
    if (last === undefined) return;
    after = last.id;
  }
}

export const putItems = async (entries: Entries, feed: number, items: readonly FeedItem[]): Promise<void> => {
  if (items.length === 0) return;
  await entries.putAll<FeedItem>(
    ITEM_KIND,
    items.map((body) => ({ id: itemId(feed, body.uid), body })),
  );
};

export const forgetItems = async (entries: Entries, feed: number, uids: readonly string[]): Promise<void> => {
  if (uids.length === 0) return;
  await entries.deleteAll(
    ITEM_KIND,
    uids.map((uid) => itemId(feed, uid)),
  );
};

export const putSeriesItem = async (entries: Entries, feed: number, item: FeedSeriesItem): Promise<void> => {
  await entries.put<FeedSeriesItem>(SERIES_KIND, itemId(feed, item.uid), item);
};

/** Forgets everything about a deleted feed but its events. */
export const forgetFeed = async (entries: Entries, feed: number): Promise<void> => {
  const { items, series } = await readKnown(entries, feed);
  await forgetItems(entries, feed, [...items.keys()]);
  await entries.deleteAll(
    SERIES_KIND,
    Array.from(series.keys(), (uid) => itemId(feed, uid)),
  );
  await entries.delete(RUNS_KIND, String(feed));
  await entries.delete(SCHEDULE_KIND, String(feed));
};

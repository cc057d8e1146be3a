import { systemContext } from '@almanac/content-model';
import { streamOf } from '@almanac/event-sourcing';
import { languageCodes } from '@almanac/i18n';
import { ITEMS_A_COMMIT, SIZE_A_COMMIT } from '../imports/importItems.ts';
import {
  type FeedItem,
  type FeedRun,
  type FeedRuns,
  forgetItems,
  putItems,
  putRuns,
  type RunCounts,
  readItems,
  readRuns,
} from './feedMemory.ts';
import { FeedError, feedTexts, fetchFeed } from './fetchFeed.ts';
import { type FollowedFeedCommand, followedFeedDecider } from './followedFeed.ts';
import { entriesOfFeed, type FeedEntry, isWhole } from './readFeed.ts';
import { isTakenOver, type Run, takeEntries, trashEvents, upcomingOf } from './takeEntries.ts';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
/** A feed is read again after this time even if it has not changed: recurring entries get further occurrences. */
const READ_AGAIN_MS = DAY_MS;
/** The number of failed runs after which a feed is failing. */
const MAX_FAILURES = 10;
/** The number of events of a feed: those it has, and those that an earlier run has made. */
const MAX_EVENTS = 20_000;
/** From this number of events on, a run does not remove more than half of a feed's events. */
const GUARDED_EVENTS = 10;

const noCounts: RunCounts = { found: 0, created: 0, updated: 0, unchanged: 0, removed: 0, left: 0 };

type Outcome = Pick<FeedRun, 'result' | 'reason' | 'counts'>;

/**
 * Runs a feed once: fetches it, and makes, changes and removes events. A run that is killed is run again; what it did
 * before is found unchanged.
 * @param isConfirmed true if it may remove any number of events
 * @returns milliseconds until the next run
 * @throws the signal's reason
 */
export const runFeed = async (run: Run, isConfirmed: boolean): Promise<number> => {
  const { calendar, feed } = run;
  const { entries, now } = calendar;
  const started = now().toISOString();
  const runs = await readRuns(entries, feed.id);
  const { outcome, content } = await outcomeOf(run, runs, isConfirmed);
  const finished = now().toISOString();
  const failures = outcome.result === 'failed' ? runs.failures + 1 : 0;
  const log = [{ started, finished, ...outcome }, ...runs.log];
  await noteState(run, outcome, failures);
  await putRuns(entries, feed.id, { ...runs, ...content, failures, log });
  return waitAfter(feed.interval * 60_000, failures);
};

/** Returns the milliseconds to the next run; each failure doubles them, up to a day. */
const waitAfter = (interval: number, failures: number): number =>
  Math.max(interval, Math.min(DAY_MS, interval * 2 ** Math.min(failures, 10)));

interface RunEnd {
  readonly outcome: Outcome;
  /** The validators of what was read, if anything was. */
  readonly content?: Pick<FeedRuns, 'url' | 'etag' | 'lastModified' | 'readAt'>;
}

const outcomeOf = async (run: Run, runs: FeedRuns, isConfirmed: boolean): Promise<RunEnd> => {
  const { calendar, feed, signal } = run;
  const readAt = calendar.now().getTime();
  const isFresh = runs.url === feed.url && readAt - runs.readAt < READ_AGAIN_MS && !isConfirmed;
  try {
    const { body, ...validators } = await fetchFeed(calendar.feedOutgoing, feed.url, {
      last: isFresh ? runs : null,
      signal,
    });
    if (body === null) return { outcome: { result: 'not_modified', reason: null, counts: noCounts } };
    const outcome = await takeContent(run, body, isConfirmed);
    return { outcome, content: { url: feed.url, readAt, ...validators } };
  } catch (error) {
    if (!(error instanceof FeedError)) throw error;
    const { message, params } = error;
    return { outcome: { result: 'failed', reason: { message, params }, counts: noCounts } };
  }
};

/**
 * Makes and changes the events of a feed's content, then removes those that it has no longer. The content is read first,
 * since a run that would remove too many events does nothing at all.
 */
const takeContent = async (run: Run, body: Buffer, isConfirmed: boolean): Promise<Outcome> => {
  const known = await readItems(run.calendar.entries, run.feed.id);
  const { counts: seen, present, unread, hasNews } = await readParts(run, body, known);
  const gone = isWhole(body)
    ? [...known.values()].filter(({ uid, removed }) => !removed && !present.has(uid) && !isOccurrenceOf(unread, uid))
    : [];
  const vanishing = await vanishingOf(run, known, gone);
  if (vanishing.reason !== null && !isConfirmed) return { result: 'guarded', reason: vanishing.reason, counts: seen };
  const counts = hasNews ? await writeParts(run, body, known) : seen;
  await removeEvents(run, gone, vanishing.items);
  return { result: 'ok', reason: null, counts: { ...counts, removed: vanishing.items.length } };
};

/** True if a UID, or that of the entry of which it is an occurrence (`<uid>/<start>`), is among some. */
const isOccurrenceOf = (uids: ReadonlySet<string>, uid: string): boolean => {
  for (let end = uid.length; end > 0; end = uid.lastIndexOf('/', end - 1)) if (uids.has(uid.slice(0, end))) return true;
  return false;
};

interface ReadParts {
  readonly counts: RunCounts;
  /** The UIDs of the entries that the feed has. */
  readonly present: ReadonlySet<string>;
  /** The UIDs of entries that cannot be read. */
  readonly unread: ReadonlySet<string>;
  /** True if an entry is new or has changed. */
  readonly hasNews: boolean;
}

/** Writes entries in commits, and adds to the counts: an entry that does not fit into a commit begins the next one. */
const commitsOf = (run: Run, known: ReadonlyMap<string, FeedItem>, counts: Record<keyof RunCounts, number>) => {
  let chunk: FeedEntry[] = [];
  let size = 0;
  const write = async (): Promise<void> => {
    if (chunk.length === 0) return;
    run.signal.throwIfAborted();
    const { items, ...taken } = await takeEntries(run, chunk, known);
    await putItems(run.calendar.entries, run.feed.id, items);
    for (const name of ['created', 'updated', 'unchanged', 'left'] as const) counts[name] += taken[name];
    chunk = [];
    size = 0;
  };
  const add = async (entry: FeedEntry): Promise<void> => {
    if (chunk.length === ITEMS_A_COMMIT || size + entry.size > SIZE_A_COMMIT) await write();
    chunk.push(entry);
    size += entry.size;
  };
  return { add, write };
};

/**
 * Reads the entries of a content, and passes on those that are new or have changed.
 * @throws FeedError for more than `MAX_EVENTS`
 */
const readParts = async (
  { calendar, feed }: Run,
  body: Buffer,
  known: ReadonlyMap<string, FeedItem>,
  take: (entry: FeedEntry) => Promise<void> = async () => undefined,
): Promise<ReadParts> => {
  const present = new Set<string>();
  const unread = new Set<string>();
  const counts = { ...noCounts };
  let hasNews = false;
  let total = known.size;
  const reading = { now: calendar.now(), languages: languageCodes(), categories: feed.categories };
  for await (const part of entriesOfFeed(body, reading)) {
    if ('unread' in part) {
      unread.add(part.unread);
      continue;
    }
    if (part.isCancelled || present.has(part.uid)) continue;
    present.add(part.uid);
    const before = known.get(part.uid);
    if (before === undefined) total += 1;
    if (total > MAX_EVENTS) throw new FeedError(feedTexts.tooMany, { limit: MAX_EVENTS });
    if (part.language === null) counts.left += 1;
    else if (before?.digest === part.digest && !before.removed) counts.unchanged += 1;
    else {
      hasNews = true;
      await take(part);
    }
  }
  const found = present.size + unread.size;
  return { counts: { ...counts, found, left: counts.left + unread.size }, present, unread, hasNews };
};

/** Makes and changes the events of entries that are new or have changed. */
const writeParts = async (run: Run, body: Buffer, known: ReadonlyMap<string, FeedItem>): Promise<RunCounts> => {
  const written = { ...noCounts };
  const commits = commitsOf(run, known, written);
  const { counts } = await readParts(run, body, known, commits.add);
  await commits.write();
  const { created, updated } = written;
  const [unchanged, left] = [counts.unchanged + written.unchanged, counts.left + written.left];
  return { ...counts, created, updated, unchanged, left };
};

interface Vanishing {
  readonly items: readonly FeedItem[];
  /** The reason why a run does not remove them unless that is confirmed: they are more than half of ten or more. */
  readonly reason: FeedRun['reason'];
}

/**
 * Returns the entries whose events go to the trash. Feeds often leave out what is over, so events that have ended stay,
 * as do those that a person has taken over.
 */
const vanishingOf = async (
  run: Run,
  known: ReadonlyMap<string, FeedItem>,
  gone: readonly FeedItem[],
): Promise<Vanishing> => {
  if (gone.length === 0 || run.feed.onRemoved === 'keep') return { items: [], reason: null };
  const upcoming = await upcomingOf(run, [...known.values()]);
  const items: FeedItem[] = [];
  for (const item of gone) if (upcoming.has(item.event) && !(await isTakenOver(run, item))) items.push(item);
  const isTooMuch = items.length >= GUARDED_EVENTS && items.length > upcoming.size / 2;
  const params = { gone: items.length, total: upcoming.size };
  return { items, reason: isTooMuch ? { message: feedTexts.guarded, params } : null };
};

/** Moves events to the trash, and forgets the other entries that the feed has no longer. */
const removeEvents = async (run: Run, gone: readonly FeedItem[], vanishing: readonly FeedItem[]): Promise<void> => {
  const { calendar, feed } = run;
  for (let at = 0; at < vanishing.length; at += ITEMS_A_COMMIT) {
    run.signal.throwIfAborted();
    const items = vanishing.slice(at, at + ITEMS_A_COMMIT);
    await trashEvents(
      run,
      items.map((item) => item.event),
    );
    await putItems(
      calendar.entries,
      feed.id,
      items.map((item) => ({ ...item, removed: true })),
    );
  }
  const trashed = new Set(vanishing);
  const others = gone.filter((item) => !trashed.has(item));
  await forgetItems(
    calendar.entries,
    feed.id,
    others.map(({ uid }) => uid),
  );
};

/** Notes in the log that a feed is failing, or no longer is. */
const noteState = async (run: Run, { result, reason }: Outcome, failures: number): Promise<void> => {
  const { commands, feed, cause } = run;
  const command = stateCommand(run, { result, reason }, failures);
  if (command === undefined) return;
  const context = systemContext(feed.language, cause);
  const mutexKeys = [streamOf(followedFeedDecider, feed.id)];
  await commands.run(context, (unit) => unit.decide(followedFeedDecider, feed.id, command, undefined), { mutexKeys });
};

const stateCommand = (
  { feed: { problem } }: Run,
  { result, reason }: Pick<Outcome, 'result' | 'reason'>,
  failures: number,
): FollowedFeedCommand | undefined => {
  if (result === 'guarded' && reason !== null) return { type: 'Fail', problem: { ...reason, isGuarded: true } };
  if (result === 'failed' && reason !== null)
    return failures >= MAX_FAILURES && problem === null
      ? { type: 'Fail', problem: { ...reason, isGuarded: false } }
      : undefined;
  // content that has not changed still lacks the events that are kept
  if (result === 'not_modified' && problem?.isGuarded === true) return undefined;
  return problem === null ? undefined : { type: 'Recover' };
};

import { systemContext } from '@almanac/content-model';
import { streamOf } from '@almanac/event-sourcing';
import { ITEMS_A_COMMIT, SIZE_A_COMMIT } from '../imports/importItems.ts';
import {
  type FeedItem,
  type FeedRun,
  type FeedRuns,
  forgetItems,
  type KnownEntries,
  putItems,
  putRuns,
  type RunCounts,
  readKnown,
  readRuns,
} from './feedMemory.ts';
import { FeedError, feedTexts, fetchFeed } from './fetchFeed.ts';
import { type FollowedFeedCommand, followedFeedDecider } from './followedFeed.ts';
import { noteCommits, readCommits } from './noteCommits.ts';
import { type FeedContent, noCounts, readContent } from './readContent.ts';
import { type FeedEntry, type FeedSeries, isWhole } from './readFeed.ts';
import { type Run, removableOf, takeEntries, trashEvents, upcomingOf, type WrittenSeries } from './takeEntries.ts';
import { endSeries, takeSeries } from './takeSeries.ts';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
/** A feed is read again after this time even if it has not changed: recurring entries get further occurrences. */
const READ_AGAIN_MS = DAY_MS;
/** The number of failed runs after which a feed is failing. */
const MAX_FAILURES = 10;
/** From this number of events on, a run does not remove more than half of a feed's events. */
const GUARDED_EVENTS = 10;

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
  const before = await readRuns(entries, feed.id);
  const { version, removed, isNews } = await noteCommits(run, before);
  // a killed run has read a later content than the one of the validators
  const runs = isNews ? { ...before, readAt: 0 } : before;
  const { outcome, content } = await outcomeOf(run, runs, isConfirmed);
  const finished = now().toISOString();
  const failures = outcome.result === 'failed' ? runs.failures + 1 : 0;
  const counts = { ...outcome.counts, removed: outcome.counts.removed + removed };
  const log = [{ started, finished, ...outcome, counts }, ...runs.log];
  await noteState(run, outcome, failures);
  // the run has noted its own commits
  const { version: notedVersion } = await readCommits(run, version);
  await putRuns(entries, feed.id, { ...runs, ...content, failures, log, notedVersion });
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
  const content: FeedContent = {
    body,
    known: await readKnown(run.calendar.entries, run.feed.id),
    firstStarts: new Map(),
  };
  const { items, series } = content.known;
  const { counts: seen, present, kept, hasNews, ...read } = await readContent(run, content);
  const isGone = ({ uid, removed }: { readonly uid: string; readonly removed: boolean }, has: ReadonlySet<string>) =>
    isWhole(body) && !removed && !has.has(uid) && !isOccurrenceOf(read.unread, uid);
  const gone = [...items.values()].filter((item) => isGone(item, present));
  const leaving = gone.filter((item) => !kept.has(item.event));
  const vanishing = await vanishingOf(run, items, leaving);
  if (vanishing.reason !== null && !isConfirmed) return { result: 'guarded', reason: vanishing.reason, counts: seen };
  const counts = hasNews ? await writeParts(run, content) : seen;
  await removeEvents(run, gone, vanishing.items);
  const staying = new Set([...items.values()].flatMap((item) => (present.has(item.uid) ? [item.event] : [])));
  for (const each of series.values()) if (isGone(each, read.series)) await endSeries(run, each, staying);
  return { result: 'ok', reason: null, counts: { ...counts, removed: vanishing.items.length } };
};

/** True if a UID, or that of the entry of which it is an occurrence (`<uid>/<start>`), is among some. */
const isOccurrenceOf = (uids: ReadonlySet<string>, uid: string): boolean => {
  for (let end = uid.length; end > 0; end = uid.lastIndexOf('/', end - 1)) if (uids.has(uid.slice(0, end))) return true;
  return false;
};

/** Writes entries in commits, and adds to the counts: an entry that does not fit into a commit begins the next one. */
const commitsOf = (run: Run, known: KnownEntries, counts: Record<keyof RunCounts, number>) => {
  let chunk: FeedEntry[] = [];
  let size = 0;
  const ids = new Map(Array.from(known.series.values(), ({ uid, series }) => [uid, series]));
  const series: WrittenSeries = { ids, left: new Set(), made: new Set(), changed: new Set() };
  const write = async (): Promise<void> => {
    if (chunk.length === 0) return;
    run.signal.throwIfAborted();
    const { items, ...taken } = await takeEntries(run, chunk, known.items, series);
    await putItems(run.calendar.entries, run.feed.id, items);
    for (const name of ['created', 'updated', 'unchanged', 'left'] as const) counts[name] += taken[name];
    chunk = [];
    size = 0;
  };
  const add = async (entry: FeedEntry | FeedSeries): Promise<void> => {
    if ('recurrence' in entry) {
      run.signal.throwIfAborted();
      return takeSeries(run, entry, known, series);
    }
    if (chunk.length === ITEMS_A_COMMIT || size + entry.size > SIZE_A_COMMIT) await write();
    chunk.push(entry);
    size += entry.size;
  };
  return { add, write };
};

/** Makes and changes the events of entries that are new or have changed. */
const writeParts = async (run: Run, content: FeedContent): Promise<RunCounts> => {
  const written = { ...noCounts };
  const commits = commitsOf(run, content.known, written);
  const { counts } = await readContent(run, content, commits.add);
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
  const upcoming = await upcomingOf(
    run,
    Array.from(known.values(), (item) => item.event),
  );
  const removable = await removableOf(
    run,
    gone.map((item) => item.event),
  );
  const items = gone.filter((item) => removable.has(item.event));
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

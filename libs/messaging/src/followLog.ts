import type { LogPosition } from './checkpoint.ts';
import { type Source, verifyLogPosition } from './source.ts';
import type { Time } from './time.ts';
import { Wake } from './wake.ts';

/** A worker on a log's commits, in the form in which it reads them. */
export interface Follower<Commit> {
  /** The position up to which its work is done. */
  readonly logPosition: LogPosition;
  /** The position after which it continues to read. Its log position may lie within the commit that follows. */
  readonly after: number;
  /** Works on commits, in order; returns true if it has made progress. */
  take(commits: readonly Commit[], signal: AbortSignal): Promise<boolean>;
  /** Checks for operators' requests; called about once per poll. */
  round(signal: AbortSignal): Promise<void>;
  /** Saves the checkpoint; called when the worker is idle, and at the end. */
  keep(): Promise<void>;
}

export interface FollowOptions<Commit> {
  /** The worker's name, for error messages. */
  readonly owner: string;
  readonly source: Source;
  /** Returns commits after a position, in order. */
  read(after: number): Promise<readonly Commit[]>;
  readonly time: Time;
  /** Maximum milliseconds between two reads of the log. */
  readonly poll: number;
  /** Waits for further commits, which are then read together; by default the log is read at once. */
  readonly gather?: (signal: AbortSignal) => Promise<void>;
}

/** Milliseconds without a new commit after which the checkpoint is saved; a shorter poll saves it sooner. */
const QUIET_POLL_MS = 200;

/**
 * Follows a log until the signal comes; then finishes its current work and saves the checkpoint.
 * @throws LogContradictedError, LogGapError, StaleTermError
 */
export const followLog = async <Commit>(
  follower: Follower<Commit>,
  options: FollowOptions<Commit>,
  signal: AbortSignal,
): Promise<void> => {
  const { owner, source, time } = options;
  await verifyLogPosition(owner, source, follower.logPosition);
  const wake = new Wake(time);
  const unsubscribe = source.store.onAppend(() => wake.call());
  let roundAt = Number.NEGATIVE_INFINITY;
  let isQuiet = false;
  try {
    while (!signal.aborted) {
      if (time.now() >= roundAt) {
        roundAt = time.now() + options.poll;
        await follower.round(signal);
      }
      isQuiet = await turn(follower, options, { wake, signal, isQuiet });
    }
  } finally {
    unsubscribe();
    await follower.keep();
  }
};

interface Turn {
  readonly wake: Wake;
  readonly signal: AbortSignal;
  /** True if the turn before was quiet. */
  readonly isQuiet: boolean;
}

/** Reads the log once, and waits for the next turn; returns true if it was quiet and the checkpoint is saved. */
const turn = async <Commit>(
  follower: Follower<Commit>,
  { read, poll, gather }: FollowOptions<Commit>,
  { wake, signal, isQuiet }: Turn,
): Promise<boolean> => {
  const commits = await read(follower.after);
  const isBusy = await follower.take(commits, signal);
  if (signal.aborted) return false;
  if (!isBusy && !(await isWoken(follower, poll, { wake, signal, isQuiet }))) return true;
  await gather?.(signal);
  // the next read sees the commits of all calls until now
  wake.forget();
  return false;
};

/**
 * Waits for an append, for one poll at most; returns false without one. The checkpoint is saved after a quiet moment,
 * and is saved already if the turn before was quiet.
 */
const isWoken = async <Commit>(
  follower: Follower<Commit>,
  poll: number,
  { wake, signal, isQuiet }: Turn,
): Promise<boolean> => {
  if (isQuiet) return wake.wait(poll, signal);
  if (await wake.wait(Math.min(QUIET_POLL_MS, poll), signal)) return true;
  await follower.keep();
  const rest = poll - QUIET_POLL_MS;
  return rest > 0 && wake.wait(rest, signal);
};

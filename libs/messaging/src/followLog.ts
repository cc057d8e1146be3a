import type { LogPosition } from './checkpoint.ts';
import { type Source, verifyLogPosition } from './source.ts';
import type { Time } from './time.ts';
import { Wake } from './wake.ts';

/** What a worker does with a log's commits, in the form in which it reads them. */
export interface Follower<Commit> {
  /** Up to where its work is done. */
  readonly logPosition: LogPosition;
  /** The position after which it reads on. Its log position may lie within the commit that follows. */
  readonly after: number;
  /** Works on commits, in order; true when it has made progress. */
  take(commits: readonly Commit[], signal: AbortSignal): Promise<boolean>;
  /** Called about once per poll: looks for what operators have requested. */
  round(signal: AbortSignal): Promise<void>;
  /** Saves the checkpoint; called when there is nothing to do, and at the end. */
  keep(): Promise<void>;
}

export interface FollowOptions<Commit> {
  /** The worker's name, for error messages. */
  readonly owner: string;
  readonly source: Source;
  /** Commits after a position, in order. */
  read(after: number): Promise<readonly Commit[]>;
  readonly time: Time;
  /** The longest time between two reads of the log, ms. */
  readonly poll: number;
}

/** Milliseconds without a new commit after which the checkpoint is saved. */
const QUIET = 200;

/**
 * Follows a log until the signal comes; then it finishes what it is working on and saves the checkpoint.
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
  try {
    while (!signal.aborted) {
      if (time.now() >= roundAt) {
        roundAt = time.now() + options.poll;
        await follower.round(signal);
      }
      await turn(follower, options, { wake, signal });
    }
  } finally {
    unsubscribe();
    await follower.keep();
  }
};

const turn = async <Commit>(
  follower: Follower<Commit>,
  { read, poll }: FollowOptions<Commit>,
  { wake, signal }: { readonly wake: Wake; readonly signal: AbortSignal },
): Promise<void> => {
  const commits = await read(follower.after);
  if ((await follower.take(commits, signal)) || signal.aborted) return;
  if (await wake.wait(QUIET, signal)) return;
  await follower.keep();
  await wake.wait(poll, signal);
};

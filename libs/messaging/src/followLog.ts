import type { LogPosition } from './checkpoint.ts';
import { type Source, verifyLogPosition } from './source.ts';
import type { Time } from './time.ts';
import { Wake } from './wake.ts';

/** What somebody does with a log's commits, in the form in which he reads them. */
export interface Follower<Commit> {
  /** Where it stands. */
  readonly logPosition: LogPosition;
  /** The position after which to read on; the place may lie within the commit that follows. */
  readonly after: number;
  /** Works on commits, in order; true when it has come further. */
  take(commits: readonly Commit[], signal: AbortSignal): Promise<boolean>;
  /** Done about once a poll: looks for commands to try parked deliveries again. */
  round(signal: AbortSignal): Promise<void>;
  /** Keeps the checkpoint; called in quiet moments and at the end. */
  keep(): Promise<void>;
}

export interface FollowOptions<Commit> {
  /** Who follows, for messages. */
  readonly owner: string;
  readonly source: Source;
  /** Commits after a position, in order. */
  read(after: number): Promise<readonly Commit[]>;
  readonly time: Time;
  /** The longest wait between two looks at the log, ms. */
  readonly poll: number;
}

/** A quiet moment, ms, after which the checkpoint is kept. */
const QUIET = 200;

/**
 * Follows a log until the signal comes; what is in hand then is finished and the checkpoint kept.
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

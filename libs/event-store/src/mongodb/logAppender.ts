import { asError, KeyTakenError, OutcomeUnknownError, StoreUnavailableError, VersionConflictError } from '../errors.ts';
import { isSameCommit, keysOf, type NewCommit } from '../eventStore.ts';
import { KnownStreams } from './knownStreams.ts';
import {
  type CommitDocument,
  type CommitWithKeys,
  type InsertResult,
  type LogWire,
  NotSentError,
  WireError,
} from './logWire.ts';
import type { Turns } from './turns.ts';

/** The outcome of one try to write a batch. */
export type AppendTry = 'written' | 'position-taken' | 'key-taken' | 'unanswered';

export interface AppenderOptions {
  /** Milliseconds for which a batch is tried before its outcome is unknown; default 8,000. */
  readonly patience?: number;
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
  readonly pause: (ms: number) => Promise<void>;
  /** From 0 to 1, to spread the tries of colliding replicas. */
  readonly random: () => number;
  /** Called for each try of a batch, for metrics. */
  readonly onTry?: (outcome: AppendTry) => void;
  /** Takes turns with other replicas; without it, every replica tries at any time. */
  readonly turns?: Turns;
}

/** The outcome of a commit: its position, or the error that kept it out of the log. */
export type CommitOutcome = number | Error;

interface Member {
  readonly index: number;
  readonly commit: NewCommit;
  readonly keys: readonly string[];
  /** True if an attempt may have reached the server with unknown outcome. */
  sent: boolean;
}

/**
 * Creates the function that appends batches at `last + 1` (docs/architecture.md §2, Group commit and Uncertain
 * outcomes). After any error it looks up a commit's `once` key before it decides. If the key is there, the commit is
 * stored. If another commit holds one of its keys, it is refused. Otherwise the same commit is sent again, which its
 * keys make harmless.
 */
export const createLogAppender = (wire: LogWire, options: AppenderOptions) => {
  const { patience = 8_000, now, pause, random, onTry = () => {}, turns } = options;
  const streams = new KnownStreams(wire);
  let last: number | undefined;
  let cause: unknown;

  /** Sends documents; without an answer, marks their members as possibly sent. */
  const send = async (rest: readonly Member[], documents: readonly CommitDocument[]): Promise<InsertResult> => {
    try {
      return await wire.insert(documents);
    } catch (error) {
      const left = error instanceof WireError ? error.sent : !(error instanceof NotSentError);
      if (left) for (const member of rest) member.sent = true;
      throw error;
    }
  };

  /** Refuses members whose events would leave a gap in their streams: their keys are free but not theirs to take. */
  const settleHoles = async (rest: Member[], settled: CommitOutcome[]): Promise<void> => {
    for (;;) {
      const member = await streams.firstWithHole(rest);
      if (member === undefined) return;
      const answer = outcomeInLog(member, await wire.holding(member.keys));
      settled[member.index] = answer ?? new VersionConflictError(member.commit.events[0]?.stream ?? '');
      rest.splice(rest.indexOf(member), 1);
    }
  };

  /** Sends the rest once; removes the settled members from it. Returns true if it made progress. */
  const attempt = async (rest: Member[], settled: CommitOutcome[]): Promise<boolean> => {
    await settleHoles(rest, settled);
    if (rest.length === 0) return true;
    const base = last ?? (await wire.last());
    last = undefined;
    const { refused } = await send(
      rest,
      rest.map((member, at) => documentOf(member, base + 1 + at)),
    );
    const written = rest.splice(0, refused ?? rest.length);
    for (const [at, member] of written.entries()) {
      settled[member.index] = base + 1 + at;
      streams.learn(member.commit.events);
    }
    last = base + written.length;
    if (refused === undefined) {
      onTry('written');
      return true;
    }
    return settleRefused(rest, settled);
  };

  /**
   * Handles a refusal of the first of the rest. A taken key settles that commit; after a taken position the rest is
   * renumbered.
   */
  const settleRefused = async (rest: Member[], settled: CommitOutcome[]): Promise<boolean> => {
    const [member] = rest;
    if (member === undefined) return true;
    const answer = outcomeInLog(member, await wire.holding(member.keys));
    onTry(answer === undefined ? 'position-taken' : 'key-taken');
    if (answer === undefined) {
      last = undefined;
      return false;
    }
    settled[member.index] = answer;
    rest.shift();
    return true;
  };

  /** Settles members after a lost answer, if they are stored or can no longer be; the others stay for another try. */
  const settleLost = async (rest: Member[], settled: CommitOutcome[]): Promise<void> => {
    last = undefined;
    const found = await wire.holding(rest.flatMap((member) => member.keys));
    for (const member of [...rest]) {
      const answer = outcomeInLog(member, found);
      if (answer === undefined) continue;
      settled[member.index] = answer;
      rest.splice(rest.indexOf(member), 1);
    }
  };

  const tryOnce = async (rest: Member[], settled: CommitOutcome[], lost: boolean): Promise<'on' | 'met' | 'lost'> => {
    try {
      if (lost) await settleLost(rest, settled);
      if (rest.length === 0) return 'on';
      return (await attempt(rest, settled)) ? 'on' : 'met';
    } catch (error) {
      if (!(error instanceof WireError)) throw error;
      last = undefined;
      cause = error.cause;
      onTry('unanswered');
      return 'lost';
    }
  };

  /** Writes the rest before the deadline, or settles each member with an error. */
  const write = async (rest: Member[], settled: CommitOutcome[], until: number): Promise<void> => {
    let lost = false;
    for (let tries = 0; rest.length > 0; ) {
      if (await turns?.take()) last = undefined;
      const outcome = await tryOnce(rest, settled, lost);
      if (outcome === 'met') turns?.lost();
      lost = outcome === 'lost';
      if (outcome === 'on') tries = 0;
      else if (now() >= until) break;
      else await pause(backoff(++tries, random()));
    }
    for (const { index, sent } of rest)
      settled[index] = sent ? new OutcomeUnknownError({ cause }) : new StoreUnavailableError({ cause });
  };

  /**
   * Settles members after an error of neither server nor network, which a retry would only repeat. If the driver
   * refused several documents, one alone may be at fault, so each is tried alone.
   */
  const settleFailed = async (
    rest: Member[],
    settled: CommitOutcome[],
    error: unknown,
    until: number,
  ): Promise<void> => {
    last = undefined;
    if (error instanceof NotSentError && rest.length > 1) {
      for (const member of rest) await writeOrFail([member], settled, until);
      return;
    }
    const cause = error instanceof NotSentError ? error.cause : error;
    for (const { index, sent } of rest) settled[index] = sent ? new OutcomeUnknownError({ cause }) : asError(cause);
  };

  const writeOrFail = async (rest: Member[], settled: CommitOutcome[], until: number): Promise<void> => {
    try {
      await write(rest, settled, until);
    } catch (error) {
      await settleFailed(rest, settled, error, until);
    }
  };

  return async (commits: readonly NewCommit[]): Promise<CommitOutcome[]> => {
    const rest = commits.map((commit, index): Member => ({ index, commit, keys: keysOf(commit), sent: false }));
    const settled: CommitOutcome[] = [];
    await writeOrFail(rest, settled, now() + patience);
    turns?.done();
    return settled;
  };
};

const documentOf = ({ commit, keys }: Member, position: number): CommitDocument => ({
  _id: position,
  keys,
  events: commit.events,
  meta: commit.meta,
});

/** Returns the outcome of a member from durable commits; undefined if none holds any of its keys. */
const outcomeInLog = ({ commit, keys }: Member, found: readonly CommitWithKeys[]): CommitOutcome | undefined => {
  const holding = (key: string) => found.find((document) => document.keys.includes(key));
  const holder = (key: string): number | undefined => holding(key)?._id;
  const id = `once/${commit.meta.id}`;
  const own = holding(id);
  if (own !== undefined)
    return isSameCommit(own, { keys, meta: commit.meta }) ? own._id : new KeyTakenError(id, own._id);
  for (const key of keys.slice(commit.events.length)) {
    const position = holder(key);
    if (position !== undefined) return new KeyTakenError(key, position);
  }
  const moved = commit.events.find(({ stream, version }) => holder(`${stream}@${version}`) !== undefined);
  return moved === undefined ? undefined : new VersionConflictError(moved.stream);
};

/** Returns the milliseconds to wait: none, then random up to 1, 2, 4, … at most 64. */
const backoff = (tries: number, random: number): number => (tries === 1 ? 0 : random * 2 ** Math.min(tries - 1, 6));

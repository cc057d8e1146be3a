import { WireError } from './logWire.ts';

/**
 * Where replicas that write to one log stand in line. It is advice alone: what is written rests on the log's unique
 * indexes, and a line that does not answer stops nobody. Every call may fail with `WireError`.
 */
export interface Line {
  /** Takes the last place; answers what it is called. */
  enter(): Promise<string>;
  /** The first place; undefined when nobody stands in line. */
  first(): Promise<string | undefined>;
  leave(ticket: string): Promise<void>;
}

export interface TurnsOptions {
  readonly now: () => number;
  readonly pause: (ms: number) => Promise<void>;
}

/** How the replicas of a service take turns at the end of their log. */
export interface Turns {
  /** Resolves when it is this replica's turn to try a batch; true when others have had theirs meanwhile. */
  take(): Promise<boolean>;
  /** Another had written at the position that was tried. */
  lost(): void;
  /** Nothing of the batch is left to write. */
  done(): void;
  /** Gives its place in line to the next. */
  leave(): Promise<void>;
}

/** Milliseconds for which a replica writes batch after batch before it looks who waits. */
const TURN = 20;
/** A replica that has not written for so long has left room to the others. */
const REST = 2;
const POLL = 2;
/** One who stands first for so long without moving is taken for gone. */
const GONE = 500;
/** Nobody waits for longer before trying anyway. */
const LONGEST = 2_000;
/** After so many losses in a row a replica stands in line. */
const LOSSES = 2;

/**
 * Fairness among replicas (docs/architecture.md §2). The one that wrote last knows the next position without asking, so
 * under load it would always come first. A replica that lost twice stands in line; one that has written without a pause
 * for a turn looks, and stands behind those it finds there.
 */
export const createTurns = (line: Line, { now, pause }: TurnsOptions): Turns => {
  let ticket: string | undefined;
  let begun = Number.NEGATIVE_INFINITY;
  let ended = Number.NEGATIVE_INFINITY;
  let losses = 0;
  let steps = 0;

  const leave = async (): Promise<void> => {
    const left = ticket;
    ticket = undefined;
    if (left !== undefined) await advised(() => line.leave(left));
  };

  const queue = async (): Promise<void> => {
    ticket = await line.enter();
    const until = now() + LONGEST;
    let [head, since] = [await line.first(), now()];
    while (head !== undefined && head !== ticket && now() < until) {
      await pause(POLL);
      if (now() - since > GONE) await line.leave(head);
      const next = await line.first();
      if (next !== head) [head, since] = [next, now()];
    }
  };

  const wait = async (): Promise<boolean> => {
    await leave();
    if (losses < LOSSES && (await line.first()) === undefined) return false;
    await queue();
    return true;
  };

  return {
    take: async () => {
      steps++;
      if (now() - ended > REST && losses === 0) begun = now();
      const going = now() - begun < TURN;
      if (going && (ticket !== undefined || losses < LOSSES)) return false;
      const waited = await advised(wait);
      losses = 0;
      begun = now();
      return waited ?? true;
    },
    lost: () => {
      losses++;
      begun = now();
    },
    done: () => {
      losses = 0;
      ended = now();
      if (ticket === undefined) return;
      const step = ++steps;
      void pause(REST).then(() => (step === steps ? leave() : undefined));
    },
    leave,
  };
};

const advised = async <Value>(step: () => Promise<Value>): Promise<Value | undefined> => {
  try {
    return await step();
  } catch (error) {
    if (!(error instanceof WireError)) throw error;
    return undefined;
  }
};

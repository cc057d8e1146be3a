/**
 * The queue of replicas that write to one log. It only makes turns fair: correctness rests on the log's unique indexes.
 * A queue that does not answer, or fails, stops no writer.
 */
export interface Line {
  /** Joins the end of the queue; returns the ticket. */
  enter(): Promise<string>;
  /** Returns the first ticket; undefined if the queue is empty. */
  first(): Promise<string | undefined>;
  leave(ticket: string): Promise<void>;
}

export interface TurnsOptions {
  readonly now: () => number;
  readonly pause: (ms: number) => Promise<void>;
}

/** The turns of a service's replicas at the end of their log. */
export interface Turns {
  /** Resolves when it is this replica's turn to write a batch; true if other replicas may have written meanwhile. */
  take(): Promise<boolean>;
  /** Records that another replica had written at the tried position. */
  lost(): void;
  /** Records that the batch is completely written. */
  done(): void;
  /** Leaves the queue, so that the next replica has its turn. */
  leave(): Promise<void>;
}

/** Milliseconds for which a replica writes batches before it checks for waiting replicas. */
const TURN_MS = 20;
/** Milliseconds without a write after which a replica counts as paused. */
const REST = 2;
const POLL = 2;
/** Milliseconds without progress after which the replica with the turn is presumed dead. */
const REPLICA_TIMEOUT_MS = 500;
/** Maximum milliseconds of waiting; then a replica tries without its turn. */
const MAX_WAIT_MS = 2_000;
/** Number of lost attempts in a row after which a replica joins the queue. */
const MAX_LOSSES = 2;

/**
 * Creates fair turns among replicas (docs/architecture.md §2). The last writer knows the next position without a
 * query, so under load it would always win. A replica that lost twice joins the queue. A replica that has written
 * without a pause for the length of a turn checks the queue, and joins it behind waiting replicas.
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
    const until = now() + MAX_WAIT_MS;
    let [head, since] = [await line.first(), now()];
    while (head !== undefined && head !== ticket && now() < until) {
      await pause(POLL);
      if (now() - since > REPLICA_TIMEOUT_MS) await line.leave(head);
      const next = await line.first();
      if (next !== head) [head, since] = [next, now()];
    }
  };

  const wait = async (): Promise<boolean> => {
    await leave();
    if (losses < MAX_LOSSES && (await line.first()) === undefined) return false;
    await queue();
    return true;
  };

  return {
    take: async () => {
      steps++;
      if (now() - ended > REST && losses === 0) begun = now();
      const going = now() - begun < TURN_MS;
      if (going && (ticket !== undefined || losses < MAX_LOSSES)) return false;
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

/** Runs a step of the queue and ignores its errors: the queue is a hint, and the log decides. */
const advised = async <Value>(step: () => Promise<Value>): Promise<Value | undefined> => {
  try {
    return await step();
  } catch {
    return undefined;
  }
};

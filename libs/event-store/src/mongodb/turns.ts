/**
 * The queue of replicas that write to one log. It only makes turns fair: correctness rests on the log's unique indexes,
 * and a queue that does not answer, or fails, stops nobody.
 */
export interface Line {
  /** Joins the end of the queue; answers the ticket. */
  enter(): Promise<string>;
  /** The first ticket; undefined when the queue is empty. */
  first(): Promise<string | undefined>;
  leave(ticket: string): Promise<void>;
}

export interface TurnsOptions {
  readonly now: () => number;
  readonly pause: (ms: number) => Promise<void>;
}

/** How the replicas of a service take turns at the end of their log. */
export interface Turns {
  /** Resolves when it is this replica's turn to write a batch; true when other replicas may have written meanwhile. */
  take(): Promise<boolean>;
  /** Another replica had written at the position that was tried. */
  lost(): void;
  /** Nothing of the batch is left to write. */
  done(): void;
  /** Leaves the queue, so that the next replica has its turn. */
  leave(): Promise<void>;
}

/** Milliseconds for which a replica writes batch after batch before it looks whether others wait. */
const TURN = 20;
/** A replica that has not written for this many milliseconds has left room for the others. */
const REST = 2;
const POLL = 2;
/** A replica that holds the turn for this many milliseconds without progress is presumed dead. */
const GONE = 500;
/** A replica waits this many milliseconds at most; then it tries without its turn. */
const LONGEST = 2_000;
/** After this many lost attempts in a row a replica joins the queue. */
const LOSSES = 2;

/**
 * Fairness among replicas (docs/architecture.md §2). The one that wrote last knows the next position without asking, so
 * under load it would always come first. A replica that lost twice joins the queue. A replica that has written without
 * a pause for the length of a turn looks at the queue, and joins it behind those that wait.
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

/** What the queue says is advice: whatever it fails with, the log decides who writes. */
const advised = async <Value>(step: () => Promise<Value>): Promise<Value | undefined> => {
  try {
    return await step();
  } catch {
    return undefined;
  }
};

/** An item that waits to be written, with its caller's promise. */
export interface QueuedItem<Item, Answer> {
  readonly item: Item;
  resolve(answer: Answer): void;
  reject(error: unknown): void;
}

export interface GroupCommit<Item, Answer> {
  add(item: Item): Promise<Answer>;
  /** Resolves when nothing waits and nothing is being written. */
  idle(): Promise<void>;
}

/** Maximum number of commits that are written together (docs/architecture.md §2, Group commit). */
const BATCH_SIZE = 100;

/**
 * A batch is closed after this many turns of the event loop without a new commit, or that many turns in all. A caller
 * that is about to append thus joins it. A turn is short compared with the flush that the batch shares.
 */
const [QUIET_TURNS, MOST_TURNS] = [2, 12];

/**
 * Writes waiting commits as one batch, one batch at a time; commits that arrive meanwhile form the next. `write`
 * settles every member of its batch; if it throws, unsettled members are refused with its error.
 */
export const createGroupCommit = <Item, Answer>(
  write: (batch: readonly QueuedItem<Item, Answer>[]) => void | Promise<void>,
): GroupCommit<Item, Answer> => {
  let queue: QueuedItem<Item, Answer>[] = [];
  let running = false;
  const idlers: (() => void)[] = [];

  const next = async (): Promise<void> => {
    const batch = queue.slice(0, BATCH_SIZE);
    queue = queue.slice(BATCH_SIZE);
    try {
      await write(batch);
    } catch (error) {
      // Members that are already settled stay settled.
      for (const { reject } of batch) reject(error);
    }
    if (queue.length > 0) {
      gather();
      return;
    }
    running = false;
    for (const resolve of idlers.splice(0)) resolve();
  };

  const gather = (turns = 0, quiet = 0, seen = queue.length): void => {
    if (quiet === QUIET_TURNS || turns === MOST_TURNS || queue.length >= BATCH_SIZE) setImmediate(next);
    else setImmediate(() => gather(turns + 1, queue.length > seen ? 0 : quiet + 1));
  };

  return {
    add: (item) => {
      const { promise, resolve, reject } = Promise.withResolvers<Answer>();
      queue.push({ item, resolve, reject });
      if (!running) gather();
      running = true;
      return promise;
    },
    idle: () => (running ? new Promise((resolve) => idlers.push(resolve)) : Promise.resolve()),
  };
};

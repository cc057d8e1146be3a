/** Something that waits to be written, with the promise that its caller holds. */
export interface Waiting<Item, Answer> {
  readonly item: Item;
  resolve(answer: Answer): void;
  reject(error: Error): void;
}

export interface GroupCommit<Item, Answer> {
  add(item: Item): Promise<Answer>;
  /** Resolves when nothing waits and nothing is being written. */
  idle(): Promise<void>;
}

/** At most so many commits are written together (architecture §2, Group commit). */
const BATCH = 100;

/**
 * Writes together what waits together: one batch is in flight, and what arrives meanwhile is the next one. `write`
 * settles every member of its batch; a batch is taken once the turn of the event loop that brought its first is over.
 */
export const createGroupCommit = <Item, Answer>(
  write: (batch: readonly Waiting<Item, Answer>[]) => void | Promise<void>,
): GroupCommit<Item, Answer> => {
  let queue: Waiting<Item, Answer>[] = [];
  let running = false;
  const idlers: (() => void)[] = [];

  const next = async (): Promise<void> => {
    const batch = queue.slice(0, BATCH);
    queue = queue.slice(BATCH);
    await write(batch);
    if (queue.length > 0) {
      setImmediate(next);
      return;
    }
    running = false;
    for (const resolve of idlers.splice(0)) resolve();
  };

  return {
    add: (item) => {
      const { promise, resolve, reject } = Promise.withResolvers<Answer>();
      queue.push({ item, resolve, reject });
      if (!running) setImmediate(next);
      running = true;
      return promise;
    },
    idle: () => (running ? new Promise((resolve) => idlers.push(resolve)) : Promise.resolve()),
  };
};

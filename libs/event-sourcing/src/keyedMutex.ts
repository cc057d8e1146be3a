/**
 * Runs work on the same key one after another within a process, so that a hundred equal titles do not conflict in the
 * store. The keys are taken in sorted order, so there is no deadlock.
 */
export class KeyedMutex {
  readonly #tails = new Map<string, Promise<void>>();

  /** Number of keys that are held or waited for; other keys use no memory. */
  get size(): number {
    return this.#tails.size;
  }

  async run<Result>(names: readonly string[], work: () => Promise<Result>): Promise<Result> {
    const leave: (() => void)[] = [];
    try {
      for (const name of [...new Set(names)].sort()) leave.push(await this.#enter(name));
      return await work();
    } finally {
      for (const release of leave) release();
    }
  }

  async #enter(name: string): Promise<() => void> {
    const before = this.#tails.get(name) ?? Promise.resolve();
    const { promise, resolve } = Promise.withResolvers<void>();
    const tail = before.then(() => promise);
    this.#tails.set(name, tail);
    await before;
    return () => {
      if (this.#tails.get(name) === tail) this.#tails.delete(name);
      resolve();
    };
  }
}

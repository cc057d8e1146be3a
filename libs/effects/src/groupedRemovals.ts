/** Removes ids one write after another, each for all that have come while the one before was under way. */
export class GroupedRemovals {
  readonly #removeAll: (ids: readonly string[]) => Promise<void>;
  #waiting: string[] = [];
  /** The write that takes what waits now. */
  #next: Promise<void> | undefined;
  #running: Promise<void> = Promise.resolve();

  constructor(removeAll: (ids: readonly string[]) => Promise<void>) {
    this.#removeAll = removeAll;
  }

  /** Resolves once the id is gone. @throws what the store throws */
  remove(id: string): Promise<void> {
    this.#waiting.push(id);
    this.#next ??= this.#begin();
    return this.#next;
  }

  async #begin(): Promise<void> {
    await this.#running;
    // what finishes in this turn of the event loop goes along
    await new Promise(setImmediate);
    const ids = this.#waiting;
    [this.#waiting, this.#next] = [[], undefined];
    const removing = this.#removeAll(ids);
    this.#running = removing.catch(() => undefined);
    return removing;
  }
}

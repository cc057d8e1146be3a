/** Lets pieces of work run one after another, in the order in which they asked. */
export class Turns {
  #last: Promise<unknown> = Promise.resolve();

  take<Result>(work: () => Promise<Result>): Promise<Result> {
    const turn = this.#last.then(work);
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  /** Resolves once all work that was asked for so far is done. */
  async idle(): Promise<void> {
    await this.#last;
  }
}

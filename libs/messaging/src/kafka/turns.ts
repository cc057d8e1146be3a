/** Runs pieces of work one after another, in the order of their requests. */
export class Turns {
  #last: Promise<unknown> = Promise.resolve();

  take<Result>(work: () => Promise<Result>): Promise<Result> {
    const turn = this.#last.then(work);
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  /** Resolves once all work requested so far is done. */
  async idle(): Promise<void> {
    await this.#last;
  }
}

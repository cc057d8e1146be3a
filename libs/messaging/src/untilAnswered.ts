import type { Time } from './time.ts';

export interface UntilAnsweredOptions {
  /** Asks; whether there was an answer. Never rejects. */
  readonly ask: () => Promise<boolean>;
  /** Milliseconds between two tries. */
  readonly rest: number;
  /** Whether somebody has just asked in vain when it begins. */
  readonly restsFirst?: boolean;
  /** Ends it. */
  readonly signal: AbortSignal;
  readonly time: Time;
}

/**
 * Asks for something in the background until it is answered. What is wanted while it is asked for is asked for once more,
 * since the answer may lack what has changed since it was asked for.
 */
export class UntilAnswered {
  readonly #options: UntilAnsweredOptions;
  #isWanted = false;
  #asking: Promise<void> | undefined;

  constructor(options: UntilAnsweredOptions) {
    this.#options = options;
  }

  get isUnderWay(): boolean {
    return this.#asking !== undefined;
  }

  want(): void {
    this.#isWanted = true;
    this.#asking ??= this.#ask();
  }

  /** Resolves once nothing is asked for any more: answered, or ended by the signal. */
  async ended(): Promise<void> {
    await this.#asking;
  }

  async #ask(): Promise<void> {
    const { ask, rest, restsFirst = false, signal, time } = this.#options;
    if (restsFirst) await time.sleep(rest, signal);
    while (this.#isWanted && !signal.aborted) {
      this.#isWanted = false;
      if (await ask()) continue;
      this.#isWanted = true;
      await time.sleep(rest, signal);
    }
    // in the turn in which nothing more was wanted
    this.#asking = undefined;
  }
}

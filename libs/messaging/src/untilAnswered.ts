import type { Time } from './time.ts';

export interface UntilAnsweredOptions {
  /** Sends one request; resolves to true if there was an answer. Never rejects. */
  readonly ask: () => Promise<boolean>;
  /** Milliseconds between two tries. */
  readonly rest: number;
  /** True to rest before the first try, because a try has just failed. */
  readonly restsFirst?: boolean;
  /** Stops the requests. */
  readonly signal: AbortSignal;
  readonly time: Time;
}

/**
 * Repeats a request in the background until there is an answer. A call during a try causes another try, because the
 * answer may lack changes made since the try began.
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

  /** Resolves after the last request: answered, or stopped by the signal. */
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
    // in the same turn as the last check, so that no request gets lost
    this.#asking = undefined;
  }
}

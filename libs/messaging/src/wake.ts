import type { Time } from './time.ts';

/** The abort reason. The default one is an error with a stack, which is expensive at thousands a second. */
const WAKE_EVENT = 'woken';

/** Wakes a waiting reader; a call while it reads is remembered. */
export class Wake {
  readonly #time: Time;
  #pending = false;
  #waiting: AbortController | undefined;

  constructor(time: Time) {
    this.#time = time;
  }

  call(): void {
    this.#pending = true;
    this.#waiting?.abort(WAKE_EVENT);
  }

  /** Forgets the calls until now. */
  forget(): void {
    this.#pending = false;
  }

  /** Resolves to true when woken, to false after `ms` or at the signal. */
  async wait(ms: number, signal: AbortSignal): Promise<boolean> {
    if (!this.#pending && !signal.aborted) await this.#sleep(ms, signal);
    const called = this.#pending;
    this.#pending = false;
    return called;
  }

  async #sleep(ms: number, signal: AbortSignal): Promise<void> {
    const waiting = new AbortController();
    const stop = (): void => waiting.abort(WAKE_EVENT);
    this.#waiting = waiting;
    signal.addEventListener('abort', stop, { once: true });
    await this.#time.sleep(ms, waiting.signal);
    signal.removeEventListener('abort', stop);
    this.#waiting = undefined;
  }
}

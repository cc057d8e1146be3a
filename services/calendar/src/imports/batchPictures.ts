import type { RestRequest } from '@almanac/rest';
import { ServiceUnavailableError } from '@almanac/service';
import type { Calendar } from '../calendar.ts';

/** Milliseconds for all pictures of a batch: the gateway waits 30 seconds for the answer. */
const PICTURES_MS = 20_000;
/** Fewer than core fetches at once, so that core can fetch pictures for other clients as well. */
const LANES = 8;
/** Milliseconds, the default timeout. */
const QUESTION_MS = 5_000;

/** The pictures of one run of a batch, by their addresses. */
export class BatchPictures {
  readonly #calendar: Calendar;
  readonly #endsAt: number;
  readonly #fetched = new Set<string>();
  readonly #missing = new Set<string>();

  constructor(calendar: Calendar) {
    this.#calendar = calendar;
    this.#endsAt = calendar.now().getTime() + PICTURES_MS;
  }

  /** True if core fetched the picture in this run. */
  isFetched(address: string): boolean {
    return this.#fetched.has(address);
  }

  /** True if core could not fetch the picture, or no time was left for it. */
  isMissing(address: string): boolean {
    return this.#missing.has(address);
  }

  /**
   * Works on items in a few lanes, each of which may fetch a picture.
   * @throws the first error of an item, after all lanes have ended
   */
  async inLanes<Item>(
    { abandoned, goesOn }: Pick<RestRequest<unknown>, 'abandoned' | 'goesOn'>,
    items: readonly Item[],
    work: (item: Item) => Promise<void>,
  ): Promise<void> {
    const rest = items.values();
    const lane = async (): Promise<void> => {
      for (const item of rest) {
        abandoned().throwIfAborted();
        goesOn();
        await work(item);
      }
    };
    for (const ended of await Promise.allSettled(Array.from({ length: LANES }, lane)))
      if (ended.status === 'rejected') throw ended.reason;
  }

  /**
   * Fetches a picture in the remaining time.
   * @param fetch asks core; returns true if core fetched the picture, false if it cannot be fetched, undefined if there
   *   is nothing to fetch
   * @throws ServiceUnavailableError if core is unavailable before the time is over
   */
  async fetch(address: string, fetch: (calendar: Calendar) => Promise<boolean | undefined>): Promise<void> {
    try {
      const isFetched = this.#left() > 0 ? await fetch(this.#inTime()) : false;
      if (isFetched !== undefined) (isFetched ? this.#fetched : this.#missing).add(address);
    } catch (error) {
      if (!(error instanceof ServiceUnavailableError) || this.#left() > 0) throw error;
      this.#missing.add(address);
    }
  }

  #left(): number {
    return this.#endsAt - this.#calendar.now().getTime();
  }

  /** Returns the calendar with a timeout for core of the remaining time. */
  #inTime(): Calendar {
    const { fetchInternal } = this.#calendar;
    return {
      ...this.#calendar,
      fetchInternal: (service, path, init) => {
        const timeout = Math.max(Math.min(init?.timeout ?? QUESTION_MS, this.#left()), 1);
        return fetchInternal(service, path, { ...init, timeout });
      },
    };
  }
}

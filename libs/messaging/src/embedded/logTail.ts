import type { ServiceName } from '@almanac/contracts';
import { approximateSize } from '@almanac/documents';
import type { Commit } from '@almanac/event-store';
import type { Delivery } from '../bus.ts';
import type { LogPosition } from '../checkpoint.ts';
import { parseForAll } from '../parsedDeliveries.ts';
import { deliveriesOf, endOf, type Source, sealedDeliveries } from '../source.ts';

/** A commit as subscribers read it. */
export interface Step {
  /** The log position after all of the commit's events. */
  readonly end: LogPosition;
  /** Approximate number of characters of the commit's events. */
  readonly characters: number;
  /**
   * Returns the commit's deliveries, mapped, sealed and parsed on first use, so that a failing mapping does not block
   * earlier commits.
   */
  deliveries(): Promise<readonly Delivery[]>;
}

/** Maximum number of newest commits that are cached. */
const MAX_CACHED_COMMITS = 1_000;
/** Maximum characters of the cached commits; the newest one is cached in any case. */
const MAX_CACHED_CHARACTERS = 2 * 1_024 * 1_024;

/** Milliseconds after this process has reached its own newest commit, in which the log is not read for others. */
const AT_END_MS = 50;

/**
 * A service's log for this process's subscriptions: new commits are read and mapped once for all of them; older ones
 * are read again for lagging subscriptions.
 */
export class LogTail {
  readonly source: Source;
  readonly #service: ServiceName;
  /** Consecutive commits, ending with the newest that was read. */
  #remembered: readonly Step[] = [];
  /** A running read that began after the last append known to this process. */
  #reading: { readonly after: number; readonly steps: Promise<readonly Step[]> } | undefined;
  /** The newest commit of this process, and the time at which it was handed over. */
  #newest: { readonly position: number; readonly at: number } | undefined;

  constructor(service: ServiceName, source: Source) {
    this.#service = service;
    this.source = source;
    source.store.onAppend(() => {
      [this.#reading, this.#newest] = [undefined, undefined];
    });
  }

  /**
   * Returns commits after a position, in order; none at the end of the log.
   * @throws LogGapError if a position is missing
   */
  async read(after: number): Promise<readonly Step[]> {
    const first = this.#remembered[0]?.end.position ?? 0;
    const known = after >= first - 1 ? this.#remembered.slice(after - first + 1) : [];
    if (known.length > 0) return known;
    // each follower asks again as soon as it has handled the newest commit
    if (this.#newest?.position === after && performance.now() - this.#newest.at < AT_END_MS) return [];
    if (this.#reading?.after !== after) this.#reading = { after, steps: this.#fetch(after) };
    const reading = this.#reading;
    try {
      return await reading.steps;
    } finally {
      if (this.#reading === reading) this.#reading = undefined;
    }
  }

  async #fetch(after: number): Promise<readonly Step[]> {
    const { store } = this.source;
    const written = store.readWritten?.(after);
    const last = written?.at(-1);
    if (last !== undefined) this.#newest = { position: last.position, at: performance.now() };
    const steps = (written ?? (await store.readLog(after))).map((commit) => this.#step(commit));
    this.#remember(after, steps);
    return steps;
  }

  #remember(after: number, steps: readonly Step[]): void {
    const newest = this.#remembered.at(-1)?.end.position ?? 0;
    if ((steps.at(-1)?.end.position ?? 0) <= newest) return;
    this.#remembered = newestOf(after === newest ? [...this.#remembered, ...steps] : steps);
  }

  #step(commit: Commit): Step {
    let made: Promise<readonly Delivery[]> | undefined;
    const make = async (): Promise<readonly Delivery[]> => {
      try {
        const sealed = await sealedDeliveries(this.source, deliveriesOf(this.#service, this.source, commit));
        return sealed.map(parseForAll);
      } catch (error) {
        made = undefined;
        throw error;
      }
    };
    return {
      end: endOf(this.source, commit),
      characters: approximateSize(commit.events),
      deliveries: () => {
        made ??= make();
        return made;
      },
    };
  }
}

/** Returns the newest commits within the limits of the cache. */
const newestOf = (steps: readonly Step[]): readonly Step[] => {
  let [kept, characters] = [0, 0];
  for (const step of steps.toReversed()) {
    characters += step.characters;
    if (kept > 0 && (kept === MAX_CACHED_COMMITS || characters > MAX_CACHED_CHARACTERS)) break;
    kept += 1;
  }
  return kept === 0 ? [] : steps.slice(-kept);
};

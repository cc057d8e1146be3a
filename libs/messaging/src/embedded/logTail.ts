import type { ServiceName } from '@almanac/contracts';
import type { Commit } from '@almanac/event-store';
import type { Delivery } from '../bus.ts';
import type { LogPosition } from '../checkpoint.ts';
import { deliveriesOf, endOf, type Source, sealedDeliveries } from '../source.ts';

/** A commit as subscribers see it. */
export interface Step {
  /** The position that is reached when all of the commit is done. */
  readonly end: LogPosition;
  /**
   * Mapped and sealed when first asked for, so that a mapping that throws does not hold up the commits before it.
   */
  deliveries(): Promise<readonly Delivery[]>;
}

/** The newest commits that are remembered. */
const KEPT = 1_000;

/**
 * A service's log as this process's subscriptions read it: new commits are read and mapped once for all of them; for
 * those who lag behind, older ones are read anew.
 */
export class LogTail {
  readonly source: Source;
  readonly #service: ServiceName;
  /** Consecutive commits, ending with the newest that was read. */
  #remembered: readonly Step[] = [];
  /** A read under way that began after the last append this process knows of. */
  #reading: { readonly after: number; readonly steps: Promise<readonly Step[]> } | undefined;

  constructor(service: ServiceName, source: Source) {
    this.#service = service;
    this.source = source;
    source.store.onAppend(() => {
      this.#reading = undefined;
    });
  }

  /**
   * Commits after a position, in order; none where the log ends.
   * @throws LogGapError
   */
  async read(after: number): Promise<readonly Step[]> {
    const first = this.#remembered[0]?.end.position ?? 0;
    const known = after >= first - 1 ? this.#remembered.slice(after - first + 1) : [];
    if (known.length > 0) return known;
    if (this.#reading?.after !== after) this.#reading = { after, steps: this.#fetch(after) };
    const reading = this.#reading;
    try {
      return await reading.steps;
    } finally {
      if (this.#reading === reading) this.#reading = undefined;
    }
  }

  async #fetch(after: number): Promise<readonly Step[]> {
    const steps = (await this.source.store.readLog(after)).map((commit) => this.#step(commit));
    this.#remember(after, steps);
    return steps;
  }

  #remember(after: number, steps: readonly Step[]): void {
    const newest = this.#remembered.at(-1)?.end.position ?? 0;
    if ((steps.at(-1)?.end.position ?? 0) <= newest) return;
    this.#remembered = (after === newest ? [...this.#remembered, ...steps] : steps).slice(-KEPT);
  }

  #step(commit: Commit): Step {
    let made: Promise<readonly Delivery[]> | undefined;
    const make = async (): Promise<readonly Delivery[]> => {
      try {
        return await sealedDeliveries(this.source, deliveriesOf(this.#service, this.source, commit));
      } catch (error) {
        made = undefined;
        throw error;
      }
    };
    return {
      end: endOf(this.source, commit),
      deliveries: () => {
        made ??= make();
        return made;
      },
    };
  }
}

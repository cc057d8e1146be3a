import { randomUUID } from 'node:crypto';
import type { Entries } from '@almanac/documents';
import type { Bus } from '../bus.ts';
import { createBus } from '../createBus.ts';
import type { Log } from '../log.ts';
import { type BusObserver, noObserver } from '../observer.ts';
import { noOpening, type Opening } from '../personal/sealing.ts';
import { systemTime, type Time } from '../time.ts';
import { EmbeddedSubscription } from './embeddedSubscription.ts';
import type { Sources } from './sources.ts';

export { createSources, type Sources } from './sources.ts';

export interface EmbeddedBusOptions {
  /** Shared by all buses of the process; services may be added later. */
  readonly sources: Sources;
  /** The subscribing service's entries: checkpoints, leases, dead letters. */
  readonly entries: Entries;
  readonly log: Log;
  /**
   * Unique to this process (the default). A process that surely runs alone keeps one name over its restarts. It then
   * need not wait for the leases of its last run to end.
   */
  readonly holder?: string;
  readonly time?: Time;
  /** Milliseconds between two polls of a log; default 1000. */
  readonly poll?: number;
  /** Times of the subscriptions' leases in milliseconds; default: duration 6000, heartbeat 2000. */
  readonly lease?: { readonly duration: number; readonly beat: number };
  /** Maximum attempts before a delivery becomes a dead letter; default 5. */
  readonly attempts?: number;
  readonly observer?: BusObserver;
  /** Opens sealed members in other services' events; without it, events with personal members cannot be handled. */
  readonly opening?: Opening;
}

/**
 * Creates a bus without a log of its own: a subscription reads its sources' logs, through their mappings, with its own
 * checkpoints (docs/architecture.md §3). Of a subscription's instances, the holder of its lease works.
 */
export const createEmbeddedBus = (options: EmbeddedBusOptions): Bus => {
  const settings = {
    ...options,
    holder: options.holder ?? randomUUID(),
    time: options.time ?? systemTime,
    poll: options.poll ?? 1_000,
    lease: options.lease ?? { duration: 6_000, beat: 2_000 },
    attempts: options.attempts ?? 5,
    observer: options.observer ?? noObserver,
    opening: options.opening ?? noOpening,
  };
  return createBus((subscription) => new EmbeddedSubscription(settings, subscription));
};

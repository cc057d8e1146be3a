import { randomUUID } from 'node:crypto';
import type { ServiceName } from '@almanac/contracts';
import type { Entries } from '@almanac/documents';
import type { EventStore } from '@almanac/event-store';
import {
  BufferedCheckpoint,
  createCheckpoint,
  createLease,
  type Delivery,
  type Lease,
  type Log,
  readCheckpoint,
  readRestores,
  type Source,
  systemTime,
  type Time,
  Wake,
  whileLeased,
} from '@almanac/messaging';
import { effectsAt, type WantedEffect } from './effect.ts';
import { EffectProcessor } from './effectProcessor.ts';
import { EffectQueue } from './effectQueue.ts';
import { EffectWorker } from './effectWorker.ts';
import type { EffectsDefinition } from './handler.ts';
import { type EffectsObserver, noEffectsObserver } from './observer.ts';

export interface EffectsOptions {
  readonly service: ServiceName;
  readonly store: EventStore;
  /** The service's entries: queue, checkpoint, lease, dead letters. */
  readonly entries: Entries;
  readonly now: () => Date;
  readonly log: Log;
  /** Unique to this process (the default); a process that runs alone keeps one name over its restarts. */
  readonly holder?: string;
  readonly time?: Time;
  /** Maximum time between two polls of the log and the queue in milliseconds; default 500. */
  readonly poll?: number;
  /** Times of the lease in milliseconds; default: duration 6000, heartbeat 2000. */
  readonly lease?: { readonly duration: number; readonly beat: number };
  /** Time in which running tries may end when the process stops, in milliseconds; default 5000. */
  readonly grace?: number;
  readonly observer?: EffectsObserver;
}

/** The effects of one definition in this process. */
export interface RunningEffects {
  /**
   * Queues the effects of another service's event; they are durable when the promise resolves. Subscriptions call it
   * again for a repeated delivery: an effect that is done meanwhile is then done again.
   * @param delivery gives the effects their place and order
   */
  add(delivery: Delivery, wanted: readonly WantedEffect[]): Promise<void>;
  /**
   * Returns the number of unread commits.
   * @throws LogContradictedError if the effects have stopped because the log contradicts their checkpoint
   */
  lag(): Promise<number>;
  /** Lets running tries end, for at most `grace`. */
  stop(): Promise<void>;
}

/** The outside effects of a service. */
export interface Effects {
  /** Starts the effects, in the process that holds their lease. */
  run(definition: EffectsDefinition): RunningEffects;
  /** Stops all running effects. */
  close(): Promise<void>;
}

/** Creates effects over a service's log and entries, on any store (docs/adr/0025). */
export const createEffects = (options: EffectsOptions): Effects => {
  const running = new Set<RunningEffects>();
  return {
    run: (definition) => {
      const begun = new LeasedEffects(options, definition);
      running.add(begun);
      return begun;
    },
    close: async () => {
      await Promise.all(Array.from(running, (each) => each.stop()));
    },
  };
};

class LeasedEffects implements RunningEffects {
  readonly #options: EffectsOptions;
  readonly #definition: EffectsDefinition;
  readonly #time: Time;
  readonly #checkpointId: string;
  readonly #queue: EffectQueue;
  readonly #wake: Wake;
  readonly #stopping = new AbortController();
  readonly #running: Promise<void>;
  #failure: unknown;

  constructor(options: EffectsOptions, definition: EffectsDefinition) {
    this.#options = options;
    this.#definition = definition;
    this.#time = options.time ?? systemTime;
    this.#checkpointId = `${definition.name}/${options.service}`;
    this.#queue = new EffectQueue(options.entries, definition.name, [options.service, ...(definition.others ?? [])]);
    this.#wake = new Wake(this.#time);
    this.#running = this.#run();
  }

  async add(delivery: Delivery, wanted: readonly WantedEffect[]): Promise<void> {
    await this.#queue.send(effectsAt(this.#definition.name, delivery, wanted));
    this.#wake.call();
  }

  async lag(): Promise<number> {
    if (this.#failure !== undefined) throw this.#failure;
    const { store, entries } = this.#options;
    return Math.max(0, (await store.last()) - (await readCheckpoint(entries, this.#checkpointId)).position);
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { entries, log, holder = randomUUID(), lease: times = { duration: 6_000, beat: 2_000 } } = this.#options;
    const { name } = this.#definition;
    const time = this.#time;
    const lease = createLease(entries, name, holder, { now: time.now, duration: times.duration });
    try {
      await whileLeased({ name, lease, time, beat: times.beat, log, signal: this.#stopping.signal }, (_term, signal) =>
        this.#serve(lease, signal),
      );
    } catch (error) {
      this.#failure = error;
      log.error({ effects: name, error }, 'the effects have stopped: the log contradicts their checkpoint');
    }
  }

  async #serve(lease: Lease, signal: AbortSignal): Promise<void> {
    const {
      service,
      store,
      entries,
      now,
      log,
      poll = 500,
      grace = 5_000,
      observer = noEffectsObserver,
    } = this.#options;
    const [definition, queue, time] = [this.#definition, this.#queue, this.#time];
    const checkpoint = createCheckpoint(entries, this.#checkpointId);
    const buffered = new BufferedCheckpoint(
      { checkpoint, time, reached: () => undefined },
      await checkpoint.open(lease.term),
    );
    const source: Source = { store, publishing: () => [], restores: await readRestores(entries) };
    const shared = { definition, queue, now, time };
    const processor = new EffectProcessor({ ...shared, entries, observer, log, isLeased: () => lease.held() });
    const worker = new EffectWorker({
      ...shared,
      service,
      source,
      checkpoint: buffered,
      processor,
      poll,
      grace,
      wake: this.#wake,
    });
    await worker.serve(signal);
  }
}

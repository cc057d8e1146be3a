import type { ServiceName } from '@almanac/contracts';
import type { Entries } from '@almanac/documents';
import { BufferedCheckpoint } from '../bufferedCheckpoint.ts';
import type { KeyedEventPosition, RunningSubscription, Subscription } from '../bus.ts';
import { checkpointId, createCheckpoint, type LogPosition } from '../checkpoint.ts';
import { type Consumer, createConsumer } from '../consumer.ts';
import { createDeadLetters } from '../deadLetters.ts';
import { followLog } from '../followLog.ts';
import { createLease } from '../lease.ts';
import { whileLeased } from '../leased.ts';
import type { Log } from '../log.ts';
import { memoryEntries } from '../memoryEntries.ts';
import type { BusObserver } from '../observer.ts';
import type { Opening } from '../personal/sealing.ts';
import { Progress } from '../progress.ts';
import { lastLogPosition } from '../source.ts';
import type { Time } from '../time.ts';
import { Gathering } from './gathering.ts';
import { SourceReader } from './sourceReader.ts';
import type { Sources } from './sources.ts';

/** Settings that the subscriptions of one bus share; see `EmbeddedBusOptions`. */
export interface EmbeddedSettings {
  readonly sources: Sources;
  readonly entries: Entries;
  readonly log: Log;
  readonly holder: string;
  readonly time: Time;
  readonly poll: number;
  readonly lease: { readonly duration: number; readonly beat: number };
  readonly attempts: number;
  readonly observer: BusObserver;
  readonly opening: Opening;
}

/** One subscription in this process: under its lease, a reader for each of its sources. */
export class EmbeddedSubscription implements RunningSubscription {
  readonly #settings: EmbeddedSettings;
  readonly #subscription: Subscription;
  /** The service's entries; an ephemeral subscription has its own in memory. */
  readonly #entries: Entries;
  readonly #progress: Progress;
  readonly #consumer: Consumer;
  readonly #gatherings: ReadonlyMap<ServiceName, Gathering>;
  readonly #stopping = new AbortController();
  #running: Promise<void> = Promise.resolve();
  #failure: unknown;

  constructor(settings: EmbeddedSettings, subscription: Subscription) {
    const { time } = settings;
    const { name, ephemeral = false } = subscription;
    this.#settings = settings;
    this.#subscription = subscription;
    this.#entries = ephemeral ? memoryEntries() : settings.entries;
    // data in the memory of a process, such as verified passwords, are not to be late
    const gathered = ephemeral ? [] : subscription.sources;
    this.#gatherings = new Map(gathered.map((source) => [source, new Gathering(time)]));
    const onWait = (source: ServiceName): void => this.#gatherings.get(source)?.hurry();
    this.#progress = new Progress({ subscription: name, entries: this.#entries, time, onWait });
    const letters = ephemeral ? undefined : createDeadLetters(this.#entries, name);
    this.#consumer = createConsumer({ ...settings, subscription, letters });
  }

  async start(): Promise<void> {
    if (this.#subscription.ephemeral)
      await Promise.all(this.#subscription.sources.map((name) => this.#skipToEnd(name)));
    this.#running = this.#run();
  }

  reached(source: ServiceName, eventPosition: KeyedEventPosition, timeout: number): Promise<boolean> {
    return this.#progress.reached(source, eventPosition, timeout);
  }

  async lag(): Promise<ReadonlyMap<ServiceName, number>> {
    if (this.#failure !== undefined) throw this.#failure;
    const entries = this.#subscription.sources.map(async (name) => {
      const { source } = await this.#settings.sources.get(name);
      const { position } = await this.#progress.logPosition(name);
      return [name, Math.max(0, (await source.store.last()) - position)] as const;
    });
    return new Map(await Promise.all(entries));
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  async #skipToEnd(name: ServiceName): Promise<void> {
    const { source } = await this.#settings.sources.get(name);
    const checkpoint = createCheckpoint(this.#entries, checkpointId(this.#subscription.name, name));
    await checkpoint.takeOver();
    await checkpoint.save(await lastLogPosition(source));
  }

  async #run(): Promise<void> {
    const { holder, time, lease, log } = this.#settings;
    const { name } = this.#subscription;
    const leased = {
      name,
      lease: createLease(this.#entries, name, holder, { now: time.now, duration: lease.duration }),
      beat: lease.beat,
      signal: this.#stopping.signal,
    };
    try {
      await whileLeased({ ...leased, time, log }, (term, signal) => this.#work(term, signal));
    } catch (error) {
      this.#failure = error;
      log.error({ subscription: name, error }, 'the subscription has stopped: a log contradicts its checkpoint');
    }
  }

  /** Reads all sources during a tenure; when one reader ends, all end. */
  async #work(term: number, signal: AbortSignal): Promise<void> {
    const ending = new AbortController();
    const both = AbortSignal.any([signal, ending.signal]);
    const readers = this.#subscription.sources.map((name) =>
      this.#read(name, term, both).finally(() => ending.abort()),
    );
    const failed = (await Promise.allSettled(readers)).find((result) => result.status === 'rejected');
    if (failed !== undefined) throw failed.reason;
  }

  async #read(name: ServiceName, term: number, signal: AbortSignal): Promise<void> {
    const tail = await orAborted(this.#settings.sources.get(name), signal);
    if (tail === undefined) return;
    const { time, poll } = this.#settings;
    const checkpoint = createCheckpoint(this.#entries, checkpointId(this.#subscription.name, name));
    const reached = (logPosition: LogPosition): void => this.#progress.move(name, logPosition);
    const buffered = new BufferedCheckpoint({ checkpoint, time, reached }, await checkpoint.open(term));
    const reader = new SourceReader({ name, checkpoint: buffered, consumer: this.#consumer, time });
    const gathering = this.#gatherings.get(name);
    const options = {
      owner: `${this.#subscription.name} of ${name}`,
      source: tail.source,
      read: (after: number) => tail.read(after),
      time,
      poll,
      ...(gathering && { gather: (until: AbortSignal) => gathering.wait(until) }),
    };
    await followLog(reader, options, signal);
  }
}

const orAborted = <Result>(result: Promise<Result>, signal: AbortSignal): Promise<Result | undefined> =>
  new Promise((resolve, reject) => {
    if (signal.aborted) return resolve(undefined);
    signal.addEventListener('abort', () => resolve(undefined), { once: true });
    result.then(resolve, reject);
  });

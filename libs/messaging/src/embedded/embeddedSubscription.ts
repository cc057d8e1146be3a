import type { ServiceName } from '@almanac/contracts';
import type { Records } from '@almanac/documents';
import type { Mark, RunningSubscription, Subscription } from '../bus.ts';
import { createCheckpoint } from '../checkpoint.ts';
import { type Consumer, createConsumer } from '../consumer.ts';
import { createDeadLetters, type DeadLetters } from '../deadLetters.ts';
import { followLog } from '../followLog.ts';
import { createLease } from '../lease.ts';
import { whileLeased } from '../leased.ts';
import type { Log } from '../log.ts';
import { Progress } from '../progress.ts';
import type { Time } from '../time.ts';
import { SourceReader } from './sourceReader.ts';
import type { Sources } from './sources.ts';

/** What the subscriptions of one bus share; see `EmbeddedBusOptions`. */
export interface EmbeddedSettings {
  readonly sources: Sources;
  readonly records: Records;
  readonly log: Log;
  readonly holder: string;
  readonly time: Time;
  readonly poll: number;
  readonly lease: { readonly duration: number; readonly beat: number };
  readonly attempts: number;
}

/** One subscription in this process: under its lease, a reader for each of its sources. */
export class EmbeddedSubscription implements RunningSubscription {
  readonly #settings: EmbeddedSettings;
  readonly #subscription: Subscription;
  readonly #progress: Progress;
  readonly #letters: DeadLetters;
  readonly #consumer: Consumer;
  readonly #stopping = new AbortController();
  #running: Promise<void> = Promise.resolve();
  #failure: unknown;

  constructor(settings: EmbeddedSettings, subscription: Subscription) {
    const { records, time, log, attempts } = settings;
    this.#settings = settings;
    this.#subscription = subscription;
    this.#progress = new Progress(subscription.name, records, time);
    this.#letters = createDeadLetters(records, subscription.name);
    this.#consumer = createConsumer({ subscription, letters: this.#letters, time, log, attempts });
  }

  start(): void {
    this.#running = this.#run();
  }

  reached(source: ServiceName, mark: Mark, timeout: number): Promise<boolean> {
    return this.#progress.reached(source, mark, timeout);
  }

  async lag(): Promise<ReadonlyMap<ServiceName, number>> {
    if (this.#failure !== undefined) throw this.#failure;
    const entries = this.#subscription.sources.map(async (name) => {
      const { source } = await this.#settings.sources.get(name);
      const { position } = await this.#progress.place(name);
      return [name, Math.max(0, (await source.store.last()) - position)] as const;
    });
    return new Map(await Promise.all(entries));
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { records, holder, time, lease, log } = this.#settings;
    const { name } = this.#subscription;
    const leased = {
      name,
      lease: createLease(records, name, holder, { now: time.now, duration: lease.duration }),
      beat: lease.beat,
      signal: this.#stopping.signal,
    };
    try {
      await whileLeased({ ...leased, time, log }, (term, signal) => this.#work(term, signal));
    } catch (error) {
      this.#failure = error;
      log.error({ subscription: name, error }, 'the subscription has stopped: a log contradicts its mark');
    }
  }

  /** Reads all sources during a tenure; when one reader ends, all do. */
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
    const { records, time, poll } = this.#settings;
    const checkpoint = createCheckpoint(records, `${this.#subscription.name}/${name}`);
    const place = await checkpoint.open(term);
    const [consumer, letters] = [this.#consumer, this.#letters];
    const reached = (now: typeof place): void => this.#progress.move(name, now);
    const reader = new SourceReader({ name, checkpoint, consumer, letters, time, reached }, place);
    const options = { owner: `${this.#subscription.name} of ${name}`, source: tail.source, time, poll };
    await followLog(reader, { ...options, read: (after) => tail.read(after) }, signal);
  }
}

const orAborted = <Result>(result: Promise<Result>, signal: AbortSignal): Promise<Result | undefined> =>
  new Promise((resolve, reject) => {
    if (signal.aborted) return resolve(undefined);
    signal.addEventListener('abort', () => resolve(undefined), { once: true });
    result.then(resolve, reject);
  });

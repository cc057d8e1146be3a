import type { ServiceName } from '@almanac/contracts';
import type { Entries } from '@almanac/documents';
import type { Commit } from '@almanac/event-store';
import { createCheckpoint, readCheckpoint } from './checkpoint.ts';
import { createDeadLetters } from './deadLetters.ts';
import { followLog } from './followLog.ts';
import { createLease } from './lease.ts';
import { whileLeased } from './leased.ts';
import type { Log } from './log.ts';
import { LogSender } from './logSender.ts';
import { createResending } from './resending.ts';
import type { Sender } from './sender.ts';
import type { Source } from './source.ts';
import type { Time } from './time.ts';

export interface RelayOptions {
  readonly service: ServiceName;
  readonly source: Source;
  /** The service's entries: checkpoint, lease, dead letters. */
  readonly entries: Entries;
  /** Creates a sender for the service's topic; called again after a failed send. */
  readonly makeSender: () => Promise<Sender>;
  /** Unique to this process. */
  readonly holder: string;
  readonly time: Time;
  readonly log: Log;
  /** Milliseconds between two reads of the log when nothing wakes the relay. */
  readonly poll: number;
  /** Times of the lease in milliseconds. After a failure the relay waits for one `beat`. */
  readonly lease: { readonly duration: number; readonly beat: number };
  /** Maximum bytes of one send; a topic accepts 1 MiB by default, so 700,000 leaves room. */
  readonly batchBytes?: number;
}

export interface RunningRelay {
  /**
   * Returns the number of unsent commits.
   * @throws LogContradictedError if the relay has stopped because the log contradicts its checkpoint
   */
  lag(): Promise<number>;
  /** Waits for the running send and saves the checkpoint. */
  stop(): Promise<void>;
}

/** Returns the owner of a relay's checkpoint, lease and dead letters. */
export const relayName = (service: ServiceName): string => `relay/${service}`;

/**
 * Starts sending a service's log to its topic: at least once, in order (docs/architecture.md §3). The relay reads from
 * its checkpoint under a lease. One send at a time is acknowledged by all replicas, then the checkpoint moves. After a
 * failed send the sender is closed, the lease is released, and its next holder starts from the checkpoint with a new
 * sender.
 */
export const startRelay = (options: RelayOptions): RunningRelay => new Relay(options);

class Relay implements RunningRelay {
  readonly #options: RelayOptions;
  readonly #name: string;
  readonly #stopping = new AbortController();
  readonly #running: Promise<void>;
  #failure: unknown;

  constructor(options: RelayOptions) {
    this.#options = options;
    this.#name = relayName(options.service);
    this.#running = this.#run();
  }

  async lag(): Promise<number> {
    if (this.#failure !== undefined) throw this.#failure;
    const { source, entries } = this.#options;
    return Math.max(0, (await source.store.last()) - (await readCheckpoint(entries, this.#name)).position);
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { entries, holder, time, lease, log } = this.#options;
    const name = this.#name;
    const own = createLease(entries, name, holder, { now: time.now, duration: lease.duration });
    const leased = { name, lease: own, time, beat: lease.beat, log, signal: this.#stopping.signal };
    try {
      await whileLeased(leased, (term, signal) => this.#send(term, signal));
    } catch (error) {
      this.#failure = error;
      log.error({ name, error }, 'the relay has stopped: the log contradicts its checkpoint');
    }
  }

  /** Sends during one tenure with one sender. */
  async #send(term: number, signal: AbortSignal): Promise<void> {
    const { service, source, entries, time, poll, log, batchBytes = 700_000 } = this.#options;
    const checkpoint = createCheckpoint(entries, this.#name);
    const logPosition = await checkpoint.open(term);
    const letters = createDeadLetters(entries, this.#name);
    const sender = await this.#options.makeSender();
    try {
      const resend = createResending({ service, source, entries, sender, log, batchBytes });
      const parts = { service, source, checkpoint, letters, sender, log, batchBytes, resend };
      const read = (after: number): Promise<Commit[]> => source.store.readLog(after);
      await followLog(new LogSender(parts, logPosition), { owner: this.#name, source, read, time, poll }, signal);
    } finally {
      await sender.close();
    }
  }
}

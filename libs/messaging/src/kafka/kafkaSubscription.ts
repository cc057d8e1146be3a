import { randomUUID } from 'node:crypto';
import type { ServiceName } from '@almanac/contracts';
import type { Entries } from '@almanac/documents';
import type { Admin, Kafka } from 'kafkajs';
import type { KeyedEventPosition, RunningSubscription, Subscription } from '../bus.ts';
import { type Consumer, createConsumer } from '../consumer.ts';
import { createDeadLetters } from '../deadLetters.ts';
import type { Log } from '../log.ts';
import { memoryEntries } from '../memoryEntries.ts';
import type { BusObserver } from '../observer.ts';
import type { Opening } from '../personal/sealing.ts';
import { Progress } from '../progress.ts';
import type { Time } from '../time.ts';
import { Assignment } from './assignment.ts';
import { attempted } from './attempted.ts';
import { asAdmin, type KafkaConnection } from './connection.ts';
import { groupLag, groupOf } from './groupLag.ts';
import { GroupMember, REST } from './groupMember.ts';
import type { KeptAdmin } from './keptAdmin.ts';
import { StartOffsets } from './startOffsets.ts';
import { partitionerOf, topicOf } from './topics.ts';
import { Turns } from './turns.ts';

/** Settings that the subscriptions of one bus share; see `KafkaBusOptions`. */
export interface KafkaSettings {
  readonly connection: KafkaConnection;
  readonly kafka: Kafka;
  /** The connection for repeated queries of the brokers. */
  readonly admin: KeptAdmin;
  readonly entries: Entries;
  readonly log: Log;
  readonly time: Time;
  readonly poll: number;
  readonly sessionTimeout: number;
  readonly attempts: number;
  readonly observer: BusObserver;
  readonly opening: Opening;
}

/** One subscription in this process. */
export class KafkaSubscription implements RunningSubscription {
  readonly #settings: KafkaSettings;
  readonly #subscription: Subscription;
  readonly #group: string;
  /** The sources by topic. */
  readonly #sources: ReadonlyMap<string, ServiceName>;
  readonly #partitionOf: (key: string) => number;
  readonly #progress: Progress;
  readonly #consumer: Consumer;
  readonly #assignment: Assignment;
  /** The start offsets of an ephemeral subscription. */
  readonly #offsets: StartOffsets | undefined;
  readonly #turns = new Turns();
  readonly #stopping = new AbortController();
  #running: Promise<unknown> = Promise.resolve();
  #failure: unknown;

  constructor(settings: KafkaSettings, subscription: Subscription) {
    const { connection, time } = settings;
    const { name, sources, ephemeral = false } = subscription;
    this.#settings = settings;
    this.#subscription = subscription;
    this.#group = `${groupOf(connection, name)}${ephemeral ? `.${randomUUID()}` : ''}`;
    this.#sources = new Map(sources.map((source) => [topicOf(connection, source), source]));
    this.#partitionOf = partitionerOf(connection);
    this.#offsets = ephemeral ? new StartOffsets() : undefined;
    const entries = ephemeral ? memoryEntries() : settings.entries;
    const letters = ephemeral ? undefined : createDeadLetters(entries, name);
    this.#progress = new Progress({ subscription: name, entries, time, partitionOf: this.#partitionOf });
    this.#consumer = createConsumer({ ...settings, subscription, letters });
    const [consumer, progress] = [this.#consumer, this.#progress];
    this.#assignment = new Assignment({ ...settings, subscription: name, entries, letters, progress, consumer });
  }

  async start(): Promise<void> {
    const offsets = this.#offsets;
    if (offsets !== undefined) {
      const fix = (): Promise<void> => this.#asAdmin((admin) => offsets.fix(admin, [...this.#sources.keys()]));
      while (!this.#stopping.signal.aborted && !(await this.#attempted(fix))) await this.#sleep(REST);
    }
    this.#running = Promise.all([this.#read(), offsets === undefined ? this.#replay() : undefined]);
  }

  reached(source: ServiceName, eventPosition: KeyedEventPosition, timeout: number): Promise<boolean> {
    return this.#progress.reached(source, eventPosition, timeout);
  }

  async lag(): Promise<ReadonlyMap<ServiceName, number>> {
    if (this.#failure !== undefined) throw this.#failure;
    return this.#settings.admin.ask(async (admin) => {
      const entries = [...this.#sources].map(async ([topic, source]) => {
        return [source, await groupLag(admin, this.#group, topic)] as const;
      });
      return new Map(await Promise.all(entries));
    });
  }

  async stop(): Promise<void> {
    this.#stopping.abort('stopped');
    await this.#running;
    await this.#turns.idle();
  }

  async #read(): Promise<void> {
    const { name } = this.#subscription;
    const [group, sources, assignment] = [this.#group, this.#sources, this.#assignment];
    const [offsets, turns] = [this.#offsets, this.#turns];
    const member = { ...this.#settings, subscription: name, group, sources, assignment, offsets, turns };
    try {
      await new GroupMember(member).run(this.#stopping.signal);
    } catch (error) {
      this.#failure = error;
      this.#stopping.abort('failed');
      this.#settings.log.error(
        { subscription: name, error },
        'the subscription has stopped: a log contradicts its checkpoint',
      );
    }
    if (offsets !== undefined) await this.#attempted(() => this.#asAdmin((admin) => forget(admin, group)));
  }

  /** Checks for requests to replay dead letters of keys in the partitions that this instance owns. */
  async #replay(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      await this.#sleep(this.#settings.poll);
      for (const source of signal.aborted ? [] : this.#subscription.sources) {
        const owns = (key: string): boolean => this.#assignment.owns(source, this.#partitionOf(key));
        await this.#attempted(() => this.#turns.take(() => this.#consumer.replay(source, signal, owns)));
      }
    }
  }

  #asAdmin<Result>(work: Parameters<typeof asAdmin<Result>>[1]): Promise<Result> {
    return asAdmin(this.#settings.kafka, work);
  }

  #attempted(step: () => Promise<void>): Promise<boolean> {
    return attempted(this.#settings.log, { subscription: this.#subscription.name }, step);
  }

  #sleep(ms: number): Promise<void> {
    return this.#settings.time.sleep(ms, this.#stopping.signal);
  }
}

/** Deletes the group of an ephemeral subscription, which is unused after its end. */
const forget = async (admin: Pick<Admin, 'deleteGroups'>, group: string): Promise<void> => {
  await admin.deleteGroups([group]);
};

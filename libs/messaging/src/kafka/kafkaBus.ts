import type { Entries } from '@almanac/documents';
import type { Bus } from '../bus.ts';
import { createBus } from '../createBus.ts';
import { type BusObserver, noObserver } from '../observer.ts';
import { noOpening, type Opening } from '../personal/sealing.ts';
import { systemTime, type Time } from '../time.ts';
import { connectTo, type KafkaConnection } from './connection.ts';
import { KafkaSubscription } from './kafkaSubscription.ts';
import { createKeptAdmin } from './keptAdmin.ts';

export { forgetGroup, forgetGroups, publishedEpoch, publishedMessages, runningGroups } from './afterRestore.ts';
export type { KafkaConnection } from './connection.ts';
export { subscriptionLag } from './groupLag.ts';
export { createSenders } from './kafkaSender.ts';
export { prepareTopics, topicOf } from './topics.ts';

export interface KafkaBusOptions extends KafkaConnection {
  /** The subscribing service's entries: checkpoints, dead letters. */
  readonly entries: Entries;
  readonly observer?: BusObserver;
  /** Opens sealed members in other services' events; without it, events with personal members cannot be handled. */
  readonly opening?: Opening;
  readonly time?: Time;
  /** Milliseconds between two checks for requests to replay dead letters; default 1000. */
  readonly poll?: number;
  /** Milliseconds without a heartbeat after which a process's partitions go to the others; default 10,000. */
  readonly sessionTimeout?: number;
  /** Maximum attempts before a delivery becomes a dead letter; default 5. */
  readonly attempts?: number;
}

/**
 * Creates a bus on Kafka: a subscription is a consumer group, whose instances share the partitions of its sources'
 * topics. Each partition has a checkpoint. The instance that gets the partition takes it over, and skips repeats below
 * it (docs/architecture.md §3). The topics must exist: `prepareTopics`.
 */
export const createKafkaBus = (options: KafkaBusOptions): Bus => {
  const kafka = connectTo(options);
  const admin = createKeptAdmin(kafka);
  const settings = {
    connection: options,
    kafka,
    admin,
    entries: options.entries,
    log: options.log,
    time: options.time ?? systemTime,
    poll: options.poll ?? 1_000,
    sessionTimeout: options.sessionTimeout ?? 10_000,
    attempts: options.attempts ?? 5,
    observer: options.observer ?? noObserver,
    opening: options.opening ?? noOpening,
  };
  const bus = createBus((subscription) => new KafkaSubscription(settings, subscription));
  return {
    subscribe: bus.subscribe,
    close: async () => {
      await bus.close();
      await admin.close();
    },
  };
};

import kafkajs, { type Admin, type Kafka, type KafkaConfig, type LogEntry } from 'kafkajs';
import RequestQueue from 'kafkajs/src/network/requestQueue/index.js';
import type { Log } from '../log.ts';
import { systemTime } from '../time.ts';

/** The settings of a process's connection to the brokers. */
export interface KafkaConnection {
  /** `host:port` each; some of the cluster's brokers are enough. */
  readonly brokers: readonly string[];
  /** The process's name in the brokers' logs and quotas. */
  readonly clientId: string;
  readonly log: Log;
  /** The prefix of topics and groups; default `almanac`. Sites that share brokers have different prefixes. */
  readonly prefix?: string;
  /** Number of partitions of every topic. Never changed, because it determines the partition of a key. Default 12. */
  readonly partitions?: number;
  /**
   * Settings of topics that replace or complete those of `topics.ts`, for clusters that forbid some. An empty value
   * leaves the setting to the cluster.
   */
  readonly topicSettings?: ReadonlyMap<string, string>;
  readonly ssl?: KafkaConfig['ssl'];
  readonly sasl?: KafkaConfig['sasl'];
}

/** Milliseconds after which an unanswered request fails, except requests that wait by design, such as fetches. */
const REQUEST_TIMEOUT = 8_000;
/** A limited number of retries, at most 2 s in total; the caller then restarts from its checkpoint. */
const RETRY = { retries: 4, initialRetryTime: 100, maxRetryTime: 1_000 };

export const connectTo = (connection: KafkaConnection): Kafka => {
  const { brokers, clientId, ssl, sasl, log } = connection;
  calmTimers();
  return new kafkajs.Kafka({
    brokers: [...brokers],
    clientId,
    ...(ssl === undefined ? {} : { ssl }),
    ...(sasl === undefined ? {} : { sasl }),
    connectionTimeout: 3_000,
    requestTimeout: REQUEST_TIMEOUT,
    retry: RETRY,
    logLevel: kafkajs.logLevel.WARN,
    logCreator: () => (entry) => write(log, entry),
  });
};

/**
 * The parts of kafkajs whose own log is passed on. Only these report problems of consumer groups, such as an offset
 * that the broker no longer has. All other errors are thrown, and logged by the retrying caller; kafkajs would log them
 * several times a second during an outage.
 */
const LOGGED_NAMESPACES = ['ConsumerGroup', 'Runner'];

const write = (log: Log, { level, namespace, log: { message, groupId, topic, partition } }: LogEntry): void => {
  if (!LOGGED_NAMESPACES.includes(namespace)) return;
  const fields = { group: groupId, topic, partition };
  if (level === kafkajs.logLevel.ERROR) log.warn(fields, `kafka: ${message}`);
  else log.info(fields, `kafka: ${message}`);
};

/** Works as an administrator, on a separate connection. */
export const asAdmin = async <Result>(kafka: Kafka, work: (admin: Admin) => Promise<Result>): Promise<Result> => {
  const admin = kafka.admin();
  try {
    await admin.connect();
    return await work(admin);
  } finally {
    await admin.disconnect();
  }
};

/** Waits until work has ended, even with an error, but at most this many ms: on a dead connection it may never end. */
export const atMost = async (ms: number, work: Promise<unknown>): Promise<void> => {
  const ended = new AbortController();
  const over = (): void => ended.abort('ended');
  work.then(over, over);
  await systemTime.sleep(ms, ended.signal);
};

/**
 * Fixes a timer of kafkajs 2.2.4 that fires every millisecond on every connection, even if no request waits. Node warns
 * of its negative delay. The timer now runs only while requests wait, so idle connections cost no time.
 */
const calmTimers = (): void => {
  const queue = RequestQueue.prototype;
  if (queue.scheduleCheckPendingRequests.name === CALM) return;
  const schedule = queue.scheduleCheckPendingRequests;
  const calm = {
    [CALM](this: typeof queue): void {
      if (this.pending.length > 0) schedule.call(this);
    },
  };
  queue.scheduleCheckPendingRequests = calm[CALM];
};

const CALM = 'scheduleIfPending';

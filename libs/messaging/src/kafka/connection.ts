import kafkajs, { type Admin, type Kafka, type KafkaConfig, type LogEntry } from 'kafkajs';
import RequestQueue from 'kafkajs/src/network/requestQueue/index.js';
import type { Log } from '../log.ts';
import { systemTime } from '../time.ts';

/** How a process reaches the brokers. */
export interface KafkaConnection {
  /** `host:port` each; some of the cluster's are enough. */
  readonly brokers: readonly string[];
  /** Names the process in the brokers' logs and quotas. */
  readonly clientId: string;
  readonly log: Log;
  /** What the names of topics and groups begin with; default `almanac`. Sites that share brokers differ in it. */
  readonly prefix?: string;
  /** Partitions of every topic. Never changed, since the partition of a key follows from it. Default 12. */
  readonly partitions?: number;
  readonly ssl?: KafkaConfig['ssl'];
  readonly sasl?: KafkaConfig['sasl'];
}

/** A request without an answer fails after this many ms, except requests that wait by design, such as fetches. */
const REQUEST_TIMEOUT = 8_000;
/** A bounded number of tries, at most 2 s altogether; the caller then starts anew from its checkpoint. */
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
 * The parts of kafkajs whose own log is passed on. What consumer groups report, such as an offset that the broker no
 * longer has, is said nowhere else. All other errors are thrown, and logged by whoever retries; kafkajs would log them
 * several times a second during an outage.
 */
const LOGGED_NAMESPACES = ['ConsumerGroup', 'Runner'];

const write = (log: Log, { level, namespace, log: { message, groupId, topic, partition } }: LogEntry): void => {
  if (!LOGGED_NAMESPACES.includes(namespace)) return;
  const fields = { group: groupId, topic, partition };
  if (level === kafkajs.logLevel.ERROR) log.warn(fields, `kafka: ${message}`);
  else log.info(fields, `kafka: ${message}`);
};

/** Does something as an administrator, on a connection of its own. */
export const asAdmin = async <Result>(kafka: Kafka, work: (admin: Admin) => Promise<Result>): Promise<Result> => {
  const admin = kafka.admin();
  try {
    await admin.connect();
    return await work(admin);
  } finally {
    await admin.disconnect();
  }
};

/** Waits until something has ended, well or not, but at most this many ms: on a dead connection it may never end. */
export const atMost = async (ms: number, work: Promise<unknown>): Promise<void> => {
  const ended = new AbortController();
  const over = (): void => ended.abort('ended');
  work.then(over, over);
  await systemTime.sleep(ms, ended.signal);
};

/**
 * kafkajs 2.2.4 keeps a timer running at 1 ms on every connection, with a negative delay of which Node warns, though
 * nothing waits to be sent. This runs the timer only while something waits, so that idle connections cost no time.
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

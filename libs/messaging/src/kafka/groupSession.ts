import type { Consumer, EachBatchPayload, Kafka } from 'kafkajs';
import type { Time } from '../time.ts';
import { atMost } from './connection.ts';

export interface GroupSessionOptions {
  readonly kafka: Kafka;
  readonly group: string;
  readonly topics: readonly string[];
  /** Milliseconds without a heartbeat after which a member is replaced. */
  readonly sessionTimeout: number;
  readonly time: Time;
  /** Called with each assignment, before any message of it is fetched. */
  readonly joined: (assignment: Readonly<Record<string, readonly number[]>>, consumer: Consumer) => void;
  readonly eachBatch: (payload: EachBatchPayload, signal: AbortSignal) => Promise<void>;
}

/** Milliseconds between two heartbeats, and so the delay in which a member notices changes of the group. */
export const HEARTBEAT_MS = 1_000;
/** Milliseconds for which the broker delays the answer to an empty fetch; a stop waits as long. */
const FETCH_WAIT = 500;
/**
 * Maximum bytes of a fetch; small, so that few fetched messages are wasted when a partition moves. A larger message is
 * fetched all the same.
 */
const BYTES_PER_PARTITION = 128 * 1_024;
const MAX_FETCH_BYTES = 2 * 1_024 * 1_024;
/** Milliseconds for which a stop waits to leave the group; before, it waits without limit for the running handler. */
const LEFT_WITHIN = 10_000;

/** The consumer has reported nothing for long: kafkajs may stop without an error. */
class SilentConsumerError extends Error {
  readonly code = 'silent-consumer';
  constructor(ms: number) {
    super(`the consumer has given no sign of life for ${ms} ms`);
    this.name = 'SilentConsumerError';
  }
}

/**
 * Runs one session of a member of a consumer group: it joins and works until the signal comes. kafkajs is kept from
 * restarting by itself, because its own restarts survive a stop.
 * @throws any error that ends the session earlier, including silence of the consumer
 */
export const runGroupSession = async (options: GroupSessionOptions, signal: AbortSignal): Promise<void> => {
  const { kafka, group, sessionTimeout } = options;
  const consumer = kafka.consumer({
    groupId: group,
    sessionTimeout,
    rebalanceTimeout: 3 * sessionTimeout,
    heartbeatInterval: HEARTBEAT_MS,
    maxWaitTimeInMs: FETCH_WAIT,
    maxBytesPerPartition: BYTES_PER_PARTITION,
    maxBytes: MAX_FETCH_BYTES,
    allowAutoTopicCreation: false,
    retry: { retries: 4, restartOnFailure: async () => false },
  });
  const ending = new AbortController();
  const both = AbortSignal.any([signal, ending.signal]);
  const started = start(consumer, options, both);
  started.catch((error: unknown) => ending.abort(error));
  consumer.on(consumer.events.CRASH, ({ payload }) => ending.abort(payload.error));
  try {
    await watch(consumer, options, both);
    if (ending.signal.aborted) throw ending.signal.reason;
  } finally {
    ending.abort('over');
    await atMost(
      LEFT_WITHIN,
      started.catch(() => undefined).then(() => consumer.disconnect()),
    );
  }
};

const start = async (
  consumer: Consumer,
  { topics, joined, eachBatch }: GroupSessionOptions,
  signal: AbortSignal,
): Promise<void> => {
  consumer.on(consumer.events.GROUP_JOIN, ({ payload }) => joined(payload.memberAssignment, consumer));
  await consumer.connect();
  await consumer.subscribe({ topics: [...topics], fromBeginning: true });
  await consumer.run({ eachBatchAutoResolve: false, eachBatch: (payload) => eachBatch(payload, signal) });
};

/** @throws SilentConsumerError if the consumer reports nothing for long */
const watch = async (
  consumer: Consumer,
  { time, sessionTimeout }: GroupSessionOptions,
  signal: AbortSignal,
): Promise<void> => {
  const { HEARTBEAT, FETCH, END_BATCH_PROCESS, GROUP_JOIN } = consumer.events;
  const silence = 4 * sessionTimeout;
  let heardAt = time.now();
  for (const event of [HEARTBEAT, FETCH, END_BATCH_PROCESS, GROUP_JOIN] as const) {
    consumer.on(event, () => {
      heardAt = time.now();
    });
  }
  while (!signal.aborted) {
    await time.sleep(HEARTBEAT_MS, signal);
    if (time.now() - heardAt > silence) throw new SilentConsumerError(silence);
  }
};

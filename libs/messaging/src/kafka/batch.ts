import kafkajs, { type EachBatchPayload } from 'kafkajs';
import type { Time } from '../time.ts';
import type { PartitionReader } from './partitionReader.ts';

export interface HeartbeatOptions {
  readonly heartbeat: () => Promise<void>;
  readonly time: Time;
  /** Milliseconds between two heartbeats. */
  readonly interval: number;
}

/**
 * Works while sending heartbeats to the group, for deliveries of any duration; kafkajs sends them only between
 * messages. If the group has excluded this member, the work's signal is aborted.
 * @throws the error of the heartbeat
 */
export const withHeartbeats = async (
  { heartbeat, time, interval }: HeartbeatOptions,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> => {
  const ending = new AbortController();
  const both = AbortSignal.any([signal, ending.signal]);
  let lost: unknown;
  const beat = async (): Promise<void> => {
    for (;;) {
      await time.sleep(interval, both);
      if (both.aborted) return;
      await heartbeat();
    }
  };
  const beating = beat().catch((error: unknown) => {
    lost = error;
    ending.abort('no longer a member');
  });
  try {
    await work(both);
  } finally {
    ending.abort('done');
    await beating;
  }
  if (lost !== undefined) throw lost;
};

/** Passes a batch's messages to the partition's reader; an offset is resolved once its effect is durable. */
export const readBatch = async (
  payload: EachBatchPayload,
  reader: PartitionReader,
  signal: AbortSignal,
): Promise<void> => {
  const { batch, heartbeat, resolveOffset, isRunning, isStale } = payload;
  try {
    await reader.prepare(batch.messages);
    for (const message of batch.messages) {
      if (signal.aborted || !isRunning() || isStale()) return;
      if (!(await reader.take(message, signal))) return;
      resolveOffset(message.offset);
      await heartbeat();
    }
  } finally {
    await reader.keep();
  }
};

/** True if the error comes from kafkajs, which handles its own errors. */
export const isOfKafka = (error: unknown): boolean => error instanceof kafkajs.KafkaJSError;

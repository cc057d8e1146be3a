import { randomUUID } from 'node:crypto';
import type { ServiceName } from '@almanac/contracts';
import kafkajs, { type Consumer, type Kafka, type KafkaMessage } from 'kafkajs';
import { fromMessage, MalformedMessageError } from '../cloudEvent.ts';
import { asAdmin, connectTo, type KafkaConnection } from './connection.ts';
import { groupOf } from './groupLag.ts';
import { decode } from './partitionReader.ts';
import { prefixOf, topicOf } from './topics.ts';

/**
 * Number of messages read at each partition's end: a replayed dead letter of an earlier epoch may be the very last.
 */
const LOOKED_AT = 100;

/**
 * Returns the consumer groups of services' subscriptions that the brokers know. Groups of ephemeral subscriptions end
 * with their process.
 */
const groupsOf = async (kafka: Kafka, connection: KafkaConnection, services: readonly ServiceName[]) => {
  const wanted = services.map((service) => `${prefixOf(connection)}.${service}.`);
  return asAdmin(kafka, async (admin) => {
    const { groups } = await admin.listGroups();
    const isOurs = (id: string): boolean =>
      wanted.some((start) => id.startsWith(start) && !id.slice(start.length).includes('.'));
    return groups.map(({ groupId }) => groupId).filter(isOurs);
  });
};

/** Returns the consumer groups with members, which means that their services run. */
export const runningGroups = async (
  connection: KafkaConnection,
  services: readonly ServiceName[],
): Promise<string[]> => {
  const kafka = connectTo(connection);
  const ids = await groupsOf(kafka, connection, services);
  if (ids.length === 0) return [];
  const { groups } = await asAdmin(kafka, (admin) => admin.describeGroups(ids));
  return groups.filter(({ members }) => members.length > 0).map(({ groupId }) => groupId);
};

/**
 * Makes services read their sources' topics from the beginning at their next start. The brokers' offsets are ahead of
 * the restored checkpoints; messages before a checkpoint are skipped.
 */
export const forgetGroups = async (connection: KafkaConnection, services: readonly ServiceName[]): Promise<void> => {
  const kafka = connectTo(connection);
  const ids = await groupsOf(kafka, connection, services);
  if (ids.length > 0) await asAdmin(kafka, (admin) => admin.deleteGroups(ids));
};

/** Makes one subscription read its topics from the beginning; does nothing if the brokers do not know its group. */
export const forgetGroup = async (connection: KafkaConnection, subscription: string): Promise<void> => {
  const id = groupOf(connection, subscription);
  await asAdmin(connectTo(connection), async (admin) => {
    const { groups } = await admin.listGroups();
    if (groups.some(({ groupId }) => groupId === id)) await admin.deleteGroups([id]);
  });
};

/** Returns the latest epoch on a service's topic, which no restore of its database changes; 1 for an empty topic. */
export const publishedEpoch = async (connection: KafkaConnection, service: ServiceName): Promise<number> => {
  const kafka = connectTo(connection);
  const topic = topicOf(connection, service);
  const ends = await endsOf(kafka, topic);
  const left = new Map(
    ends.filter(({ low, high }) => Number(high) > Number(low)).map(({ partition, high }) => [partition, Number(high)]),
  );
  if (left.size === 0) return 1;
  const group = `${prefixOf(connection)}.operator.${randomUUID()}`;
  const consumer = kafka.consumer({ groupId: group, allowAutoTopicCreation: false });
  try {
    return await latestEpoch(consumer, topic, left);
  } finally {
    await consumer.disconnect();
    await asAdmin(kafka, (admin) => admin.deleteGroups([group]));
  }
};

/** Returns the number of messages on a service's topic; 0 for a missing topic. */
export const publishedMessages = async (connection: KafkaConnection, service: ServiceName): Promise<number> => {
  const ends = await endsOf(connectTo(connection), topicOf(connection, service));
  return ends.reduce((sum, { low, high }) => sum + Number(high) - Number(low), 0);
};

const endsOf = (kafka: Kafka, topic: string) =>
  asAdmin(kafka, (admin) => admin.fetchTopicOffsets(topic).catch(ifUnknown));

const ifUnknown = (error: unknown): [] => {
  if (error instanceof kafkajs.KafkaJSProtocolError && error.type === 'UNKNOWN_TOPIC_OR_PARTITION') return [];
  throw error;
};

/** @param left the end of each non-empty partition */
const latestEpoch = async (consumer: Consumer, topic: string, left: Map<number, number>): Promise<number> => {
  await consumer.connect();
  await consumer.subscribe({ topics: [topic], fromBeginning: true });
  let latest = 1;
  return new Promise((resolve, reject) => {
    consumer.on(consumer.events.CRASH, ({ payload }) => reject(payload.error));
    const eachMessage = async ({ partition, message }: { partition: number; message: KafkaMessage }): Promise<void> => {
      latest = Math.max(latest, epochOf(message));
      if (Number(message.offset) + 1 >= (left.get(partition) ?? 0)) left.delete(partition);
      if (left.size === 0) resolve(latest);
    };
    consumer.run({ autoCommit: false, eachMessage }).then(() => {
      for (const [partition, high] of left) {
        consumer.seek({ topic, partition, offset: String(Math.max(0, high - LOOKED_AT)) });
      }
    }, reject);
  });
};

const epochOf = (message: KafkaMessage): number => {
  try {
    return fromMessage(decode(message)).delivery.epoch;
  } catch (error) {
    if (!(error instanceof MalformedMessageError)) throw error;
    return 1;
  }
};

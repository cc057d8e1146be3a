import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import kafkajs, { type KafkaMessage } from 'kafkajs';

type TopicOffsets = Awaited<ReturnType<kafkajs.Admin['fetchTopicOffsets']>>;

/** Returns the ends of a topic's partitions. Asks again while an election moves the leader, which the client does not. */
const endsOf = async (admin: kafkajs.Admin, topic: string): Promise<TopicOffsets> => {
  for (;;)
    try {
      return await admin.fetchTopicOffsets(topic);
    } catch (error) {
      if (!(error instanceof kafkajs.KafkaJSProtocolError && error.retriable)) throw error;
      await setTimeout(100);
    }
};

/** Reads all messages of topics up to their current ends; messages with the same key are in order. */
export const messagesOn = async (brokers: readonly string[], topics: readonly string[]): Promise<KafkaMessage[]> => {
  const kafka = new kafkajs.Kafka({ brokers: [...brokers], logLevel: kafkajs.logLevel.NOTHING });
  const admin = kafka.admin();
  await admin.connect();
  const left = new Map<string, number>();
  for (const topic of topics)
    for (const { partition, low, high } of await endsOf(admin, topic))
      if (low !== high) left.set(`${topic}/${partition}`, Number(high));
  await admin.disconnect();
  const found: KafkaMessage[] = [];
  if (left.size === 0) return found;
  const consumer = kafka.consumer({ groupId: `reader-${randomUUID()}` });
  await consumer.connect();
  await consumer.subscribe({ topics: [...topics], fromBeginning: true });
  const all = Promise.withResolvers<void>();
  await consumer.run({
    autoCommit: false,
    eachMessage: async ({ topic, partition, message }) => {
      found.push(message);
      const place = `${topic}/${partition}`;
      if (Number(message.offset) + 1 >= (left.get(place) ?? 0)) left.delete(place);
      if (left.size === 0) all.resolve();
    },
  });
  await all.promise;
  await consumer.disconnect();
  return found;
};

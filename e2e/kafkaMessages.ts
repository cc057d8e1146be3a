import { randomUUID } from 'node:crypto';
import kafkajs, { type KafkaMessage } from 'kafkajs';

/** Reads all messages of topics up to their current ends; messages with the same key are in order. */
export const messagesOn = async (brokers: readonly string[], topics: readonly string[]): Promise<KafkaMessage[]> => {
  const kafka = new kafkajs.Kafka({ brokers: [...brokers], logLevel: kafkajs.logLevel.NOTHING });
  const admin = kafka.admin();
  await admin.connect();
  const left = new Map<string, number>();
  for (const topic of topics)
    for (const { partition, low, high } of await admin.fetchTopicOffsets(topic))
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

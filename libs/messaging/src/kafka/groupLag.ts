import type { ServiceName } from '@almanac/contracts';
import type { Admin } from 'kafkajs';
import { asAdmin, connectTo, type KafkaConnection } from './connection.ts';
import { prefixOf, topicOf } from './topics.ts';

/** Returns the number of a topic's messages that a group has not committed yet. */
export const groupLag = async (admin: Admin, group: string, topic: string): Promise<number> => {
  const [committed] = await admin.fetchOffsets({ groupId: group, topics: [topic] });
  const done = new Map(committed?.partitions.map(({ partition, offset }) => [partition, Number(offset)]));
  const offsets = await admin.fetchTopicOffsets(topic);
  return offsets.reduce((sum, { partition, low, high }) => {
    return sum + Number(high) - Math.max(Number(low), done.get(partition) ?? -1);
  }, 0);
};

/** Returns the consumer group of a subscription. */
export const groupOf = (connection: KafkaConnection, subscription: string): string =>
  `${prefixOf(connection)}.${subscription}`;

/** Returns the number of a source's messages that a subscription has not handled, from outside its process. */
export const subscriptionLag = (
  connection: KafkaConnection,
  subscription: string,
  source: ServiceName,
): Promise<number> =>
  asAdmin(connectTo(connection), (admin) =>
    groupLag(admin, groupOf(connection, subscription), topicOf(connection, source)),
  );

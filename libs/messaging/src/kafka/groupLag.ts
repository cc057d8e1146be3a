import type { Admin } from 'kafkajs';

/** How many messages of a topic a group has not committed yet. */
export const groupLag = async (admin: Admin, group: string, topic: string): Promise<number> => {
  const [committed] = await admin.fetchOffsets({ groupId: group, topics: [topic] });
  const done = new Map(committed?.partitions.map(({ partition, offset }) => [partition, Number(offset)]));
  const offsets = await admin.fetchTopicOffsets(topic);
  return offsets.reduce((sum, { partition, low, high }) => {
    return sum + Number(high) - Math.max(Number(low), done.get(partition) ?? -1);
  }, 0);
};

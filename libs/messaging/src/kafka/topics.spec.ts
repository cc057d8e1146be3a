import type { KafkaConnection } from './connection.ts';
import { partitionerOf, topicOf } from './topics.ts';

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const connection: KafkaConnection = { brokers: ['localhost:9092'], clientId: 'spec', log };

describe('topics and partitions', () => {
  it('are named by service and version, under a prefix of the site', () => {
    expect(topicOf(connection, 'core')).toBe('almanac.core.v1');
    expect(topicOf({ ...connection, prefix: 'town' }, 'calendar')).toBe('town.calendar.v1');
  });

  it('keep a key where Kafka itself puts it (murmur2), for life', () => {
    const partitionOf = partitionerOf(connection);
    // from the test of Kafka's own client: murmur2('21') = -973932308, murmur2('foobar') = -790332482
    expect(partitionOf('21')).toBe((-973_932_308 & 0x7fffffff) % 12);
    expect(partitionOf('foobar')).toBe((-790_332_482 & 0x7fffffff) % 12);
    expect(partitionerOf({ ...connection, partitions: 1 })('foobar')).toBe(0);
  });
});

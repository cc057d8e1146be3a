import type { KafkaConnection } from './connection.ts';
import { minInSyncReplicas, partitionerOf, topicOf, wrongSettings } from './topics.ts';

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const connection: KafkaConnection = { brokers: ['localhost:9092'], clientId: 'spec', log };

describe('the topics and partitions', () => {
  it('are named by service and version, under a prefix of the site', () => {
    expect(topicOf(connection, 'core')).toBe('almanac.core.v1');
    expect(topicOf({ ...connection, prefix: 'town' }, 'calendar')).toBe('town.calendar.v1');
  });

  it('hold a key in the partition of its hash, of the declared ones', () => {
    expect(partitionerOf(connection)('foobar')).toBe(6);
    expect(partitionerOf({ ...connection, partitions: 1 })('foobar')).toBe(0);
  });
});

describe('the settings of a topic', () => {
  const faultsWith = (replicas: number, changed: Record<string, string>): string[] => {
    const fit = { 'retention.ms': '-1', 'retention.bytes': '-1', 'cleanup.policy': 'delete' };
    const settings = new Map(Object.entries({ ...fit, 'min.insync.replicas': '1', ...changed }));
    const nodes = Array.from({ length: replicas }, (_, node) => node);
    const partition = { partitionErrorCode: 0, partitionId: 0, leader: 0, replicas: nodes, isr: nodes };
    return wrongSettings(
      [{ topic: 'almanac.core.v1', settings }],
      [{ name: 'almanac.core.v1', partitions: [partition] }],
    );
  };

  it('hold each message on several brokers if there are three', () => {
    expect([1, 2, 3, 5].map(minInSyncReplicas)).toEqual([1, 1, 2, 2]);
    expect(faultsWith(3, { 'min.insync.replicas': '2' })).toEqual([]);
    expect(faultsWith(3, {})).toEqual(['almanac.core.v1 has min.insync.replicas 1 and 3 replicas: set it to 2']);
    expect(faultsWith(1, {})).toEqual([]);
    expect(faultsWith(1, { 'min.insync.replicas': '2' })).toEqual([
      'almanac.core.v1 has min.insync.replicas 2 and 1 replicas: set it to 1',
    ]);
  });

  it('are those of a cluster that forbids Almanac’s', () => {
    const settings = new Map([
      ['retention.ms', '31536000000'],
      ['min.insync.replicas', '2'],
    ]);
    const topics = [{ name: 'almanac.core.v1', partitions: [] }];
    const faults = (topicSettings: Record<string, string>) =>
      wrongSettings([{ topic: 'almanac.core.v1', settings }], topics, {
        topicSettings: new Map(Object.entries(topicSettings)),
      });
    const left = { 'retention.bytes': '', 'cleanup.policy': '', 'min.insync.replicas': '' };
    expect(faults({ ...left, 'retention.ms': '31536000000' })).toEqual([]);
    expect(faults({ ...left, 'retention.ms': '' })).toEqual([]);
    expect(faults(left)).toEqual(['almanac.core.v1 has retention.ms 31536000000']);
    expect(faults({ ...left, 'retention.ms': '', 'min.insync.replicas': '3' })).toEqual([
      'almanac.core.v1 has min.insync.replicas 2',
    ]);
  });

  it('keep messages forever', () => {
    expect(faultsWith(1, { 'retention.ms': '604800000' })).toEqual(['almanac.core.v1 has retention.ms 604800000']);
  });
});

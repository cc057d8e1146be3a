import kafkajs from 'kafkajs';
import { murmur2, partitionOf } from './partition.ts';

/** Returns the partition that kafkajs chooses, as for topics filled before messages named their partition. */
const chosenByKafkajs = (key: string, partitions: number): number => {
  const partitionMetadata = Array.from({ length: partitions }, (_, partitionId) => ({
    partitionErrorCode: 0,
    partitionId,
    leader: 0,
    replicas: [],
    isr: [],
  }));
  const message = { key, value: null };
  return kafkajs.Partitioners.DefaultPartitioner()({ topic: '', partitionMetadata, message });
};

describe('the partition of a key', () => {
  // the hashes of '21', 'foobar' and 'abc' are from the tests of Kafka's own client
  it.each([
    ['21', -973_932_308, 0],
    ['foobar', -790_332_482, 6],
    ['abc', 479_470_107, 3],
    ['a', -1_563_381_124, 4],
    ['ab', 316_155_434, 2],
    ['abcd', -1_323_649_548, 8],
    ['user-1', 1_404_122_828, 8],
    ['organizer-1042', 1_209_350_159, 11],
    ['événement-7', -168_375_181, 7],
    ['日本', -700_811_021, 3],
  ])('is fixed for life: %s has the hash %d, and of twelve the number %d', (key, hash, partition) => {
    expect([murmur2(key), partitionOf(key, 12)]).toEqual([hash, partition]);
  });

  it('is the one that the client chooses by itself, whatever the number of partitions', () => {
    for (let id = 0; id < 2_000; id++) {
      const key = `${['user', 'organizer', 'événement'][id % 3]}-${id * 7_919}`;
      const partitions = 1 + (id % 17);
      expect([key, partitionOf(key, partitions)]).toEqual([key, chosenByKafkajs(key, partitions)]);
    }
  });
});

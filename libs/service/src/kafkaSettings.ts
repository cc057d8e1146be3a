import { PARTITIONS } from '@almanac/manifest';
import { z } from 'zod';
import { flag } from './environment.ts';

/** The environment variables that name the brokers. */
export const kafkaVariables = {
  /** `host:port`, separated by commas; some brokers of the cluster are enough. */
  KAFKA_BROKERS: z.string().transform((text) => text.split(',').map((broker) => broker.trim())),
  /** Prefix of the names of topics and groups; sites that share brokers need different ones. */
  TOPIC_PREFIX: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]*$/)
    .default('almanac'),
  /** Number of partitions of every topic. It never changes, since it determines the partition of a record's events. */
  TOPIC_PARTITIONS: z.coerce.number().int().min(1).max(1_000).default(PARTITIONS),
  KAFKA_TLS: flag,
  KAFKA_USERNAME: z.string().optional(),
  KAFKA_PASSWORD: z.string().optional(),
};

const settings = z.object(kafkaVariables);

/** Returns the options of a connection to the brokers. */
export const kafkaOptions = (given: z.output<typeof settings>) => ({
  brokers: given.KAFKA_BROKERS,
  prefix: given.TOPIC_PREFIX,
  partitions: given.TOPIC_PARTITIONS,
  ssl: given.KAFKA_TLS,
  ...(given.KAFKA_USERNAME !== undefined && {
    sasl: { mechanism: 'scram-sha-512', username: given.KAFKA_USERNAME, password: given.KAFKA_PASSWORD ?? '' } as const,
  }),
});

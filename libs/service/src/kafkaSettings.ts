import { PARTITIONS } from '@almanac/manifest';
import { z } from 'zod';
import { flag } from './environment.ts';

/** The environment variables that name the brokers. */
export const kafkaVariables = {
  /** `host:port`, several with commas; some of the cluster's are enough. */
  KAFKA_BROKERS: z.string().transform((text) => text.split(',').map((broker) => broker.trim())),
  /** What the names of topics and groups begin with; sites that share brokers differ in it. */
  TOPIC_PREFIX: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]*$/)
    .default('almanac'),
  /** Partitions of every topic. Never changed, since the partition of a record's events follows from it. */
  TOPIC_PARTITIONS: z.coerce.number().int().min(1).max(1_000).default(PARTITIONS),
  KAFKA_TLS: flag,
  KAFKA_USERNAME: z.string().optional(),
  KAFKA_PASSWORD: z.string().optional(),
};

const settings = z.object(kafkaVariables);

/** The settings of a connection to the brokers. */
export const kafkaOptions = (given: z.output<typeof settings>) => ({
  brokers: given.KAFKA_BROKERS,
  prefix: given.TOPIC_PREFIX,
  partitions: given.TOPIC_PARTITIONS,
  ssl: given.KAFKA_TLS,
  ...(given.KAFKA_USERNAME !== undefined && {
    sasl: { mechanism: 'scram-sha-512', username: given.KAFKA_USERNAME, password: given.KAFKA_PASSWORD ?? '' } as const,
  }),
});

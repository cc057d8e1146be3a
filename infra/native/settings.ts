import { publicSettings } from '@almanac/gateway/settings';
import { readEnvironment, secretsVariables } from '@almanac/service';
import { z } from 'zod';
import { engineVariables } from '../engineBeside.ts';

/** The environment variables of a site of many processes on this machine. */
export const nativeVariables = publicSettings.extend({
  ...secretsVariables,
  ...engineVariables,
  /** Other machines are let in by those who say so. */
  HOST: z.string().default('127.0.0.1'),
  /** A folder; without one the site is empty at each start. */
  DATA: z.string().optional(),
  /** Servers to be used instead of those that the start brings with it. */
  MONGODB_URL: z.string().optional(),
  KAFKA_BROKERS: z.string().optional(),
  DATABASE_PREFIX: z.string().default('almanac'),
  TOPIC_PREFIX: z.string().default('almanac'),
});

/** What the operator of a site of many processes on this machine has set, with defaults. @throws ConfigurationError */
export const readSettings = (variables: Readonly<Record<string, string | undefined>>) =>
  readEnvironment(nativeVariables, variables);

import { publicSettings } from '@almanac/gateway/settings';
import { readEnvironment, secretsVariables } from '@almanac/service';
import { z } from 'zod';
import { engineVariables } from '../engineBeside.ts';

/** The environment variables of a site of many processes on this machine. */
export const nativeVariables = publicSettings.extend({
  ...secretsVariables,
  ...engineVariables,
  /** Loopback by default; an operator who admits other machines sets another host. */
  HOST: z.string().default('127.0.0.1'),
  /** A folder; without one the site is empty at each start. */
  DATA: z.string().optional(),
  /** Existing servers to use instead of starting some. */
  MONGODB_URL: z.string().optional(),
  KAFKA_BROKERS: z.string().optional(),
  DATABASE_PREFIX: z.string().default('almanac'),
  TOPIC_PREFIX: z.string().default('almanac'),
});

/**
 * Returns the operator's settings of a site of many processes on this machine, with defaults.
 * @throws ConfigurationError
 */
export const readSettings = (variables: Readonly<Record<string, string | undefined>>) =>
  readEnvironment(nativeVariables, variables);

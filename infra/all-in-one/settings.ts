import { publicSettings } from '@almanac/gateway/settings';
import { boundVariables, flag, limitSettings, readEnvironment, secretsVariables } from '@almanac/service';
import { z } from 'zod';
import { engineVariables } from '../engineBeside.ts';

/** The environment variables of a whole site in one process. */
export const siteVariables = publicSettings.extend({
  ...secretsVariables,
  ...engineVariables,
  /** Loopback by default; an operator who admits other machines sets another host. */
  HOST: z.string().default('127.0.0.1'),
  /** A folder, or `:memory:`. */
  DATA: z.string().default('./data'),
  /** True to begin an empty site if data are lost or damaged; the rest is moved aside. */
  BEGIN_ANEW: flag,
  LIMITS: limitSettings,
  ...boundVariables,
  SAVE_MEMORY_FROM_MB: z.coerce.number().int().min(0).optional(),
  DURABILITY: z.enum(['full', 'normal']).default('full'),
});

/**
 * Returns the operator's settings of a whole site in one process, with defaults.
 * @throws ConfigurationError
 */
export const readSettings = (variables: Readonly<Record<string, string | undefined>>) =>
  readEnvironment(siteVariables, variables);

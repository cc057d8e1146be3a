import { publicSettings } from '@almanac/gateway/settings';
import { limitSettings, readEnvironment, secretsVariables } from '@almanac/service';
import { z } from 'zod';
import { engineVariables } from '../engineBeside.ts';

/** The environment variables of a whole site in one process. */
export const siteVariables = publicSettings.extend({
  ...secretsVariables,
  ...engineVariables,
  /** Other machines are let in by those who say so. */
  HOST: z.string().default('127.0.0.1'),
  /** A folder, or `:memory:`. */
  DATA: z.string().default('./data'),
  LIMITS: limitSettings,
  DURABILITY: z.enum(['full', 'normal']).default('full'),
});

/** What the operator of a whole site in one process has set, with defaults. @throws ConfigurationError */
export const readSettings = (variables: Readonly<Record<string, string | undefined>>) =>
  readEnvironment(siteVariables, variables);

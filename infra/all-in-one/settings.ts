import { publicSettings } from '@almanac/gateway/settings';
import { limitSettings, readEnvironment, secretsVariables } from '@almanac/service';
import { z } from 'zod';

const environment = publicSettings.extend({
  ...secretsVariables,
  /** A folder, or `:memory:`. */
  DATA: z.string().default('./data'),
  LIMITS: limitSettings,
  DURABILITY: z.enum(['full', 'normal']).default('full'),
});

/** What the operator of a whole site in one process has set, with defaults. @throws ConfigurationError */
export const readSettings = (variables: Readonly<Record<string, string | undefined>>) =>
  readEnvironment(environment, variables);

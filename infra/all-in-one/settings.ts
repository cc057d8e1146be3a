import { isLanguage } from '@almanac/i18n';
import { logLevel, port, readEnvironment } from '@almanac/service';
import { z } from 'zod';

const flag = z
  .enum(['0', '1', 'true', 'false'])
  .default('0')
  .transform((text) => text === '1' || text === 'true');

const environment = z.object({
  PORT: port.default(8080),
  HOST: z.string().optional(),
  /** A folder, or `:memory:`. */
  DATA: z.string().default('./data'),
  SITE_FILE: z.string().optional(),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/ })
    .transform((url) => url.replace(/\/+$/, ''))
    .optional(),
  REST_PREFIX: z
    .string()
    .regex(/^[a-z0-9][a-z0-9-]*$/)
    .refine((prefix) => !isLanguage(prefix), 'is a language of the site')
    .default('json'),
  DURABILITY: z.enum(['full', 'normal']).default('full'),
  LOG_LEVEL: logLevel.default('info'),
  /** Whether a proxy of the site's own stands before it and says who calls (`X-Forwarded-…`). */
  TRUST_PROXY: flag,
  /** Whether application passwords are taken without TLS from other machines. */
  ALLOW_PLAIN_PASSWORDS: flag,
  /** Opens `/ready` and `/metrics` to its bearer on other machines. */
  OPERATIONS_TOKEN: z.string().min(16).optional(),
});

/** What the operator has set, with defaults. @throws ConfigurationError */
export const readSettings = (variables: Readonly<Record<string, string | undefined>>) =>
  readEnvironment(environment, variables);

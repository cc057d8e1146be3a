import { PORT } from '@almanac/manifest';
import { isKey } from '@almanac/secrets';
import { telemetryVariables } from '@almanac/telemetry';
import { z } from 'zod';
import { logLevel, port, secretText, serviceAddresses } from './environment.ts';
import { limitSettings } from './limitSettings.ts';

/** The environment variables of every process of a site, of the gateway and of the services. */
export const processVariables = {
  PORT: port.default(PORT),
  /** Default: every interface. */
  HOST: z.string().optional(),
  LOG_LEVEL: logLevel.default('info'),
  /** `json` for machines, `pretty` for people. */
  LOG_FORMAT: z.enum(['json', 'pretty']).default('json'),
  /** The site, as its operator describes it (JSON). */
  SITE_FILE: z.string().optional(),
  /** Where the site's services are: `core=http://core:8080,…`, or for all of the manifest `http://{service}:8080`. */
  SERVICE_ADDRESSES: serviceAddresses,
  /** The secret that signs who asks; the same for the gateway and all services. */
  PRINCIPAL_SECRET: secretText(32),
  /** Opens `/metrics` to its bearer on other machines. */
  OPERATIONS_TOKEN: secretText(16).optional(),
  /** `sign-in-name=5/900,look-up-user=60/60`: how many in how many seconds, where the defaults do not fit. */
  LIMITS: limitSettings,
  /** Milliseconds for which a stopping process still serves, unready, so that balancers can take it out. */
  DRAIN_MS: z.coerce.number().int().min(0).max(60_000).default(0),
  ...telemetryVariables,
};

const FORM = 'is not 32 random bytes in base64 (openssl rand -base64 32)';

/** The keys that encrypt the tokens and keys of outside services that a site keeps (docs/adr/0026). */
export const secretsVariables = {
  /** The key; without it nothing of the kind can be kept. */
  SECRETS_KEY: z.string().refine(isKey, FORM).optional(),
  /** Former keys, by commas, until `npm run ops -- rotate-secrets` has been run. */
  SECRETS_OLD_KEYS: z
    .string()
    .refine((text) => text.split(',').every(isKey), FORM)
    .optional(),
};

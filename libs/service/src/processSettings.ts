import { z } from 'zod';
import { logLevel, port, serviceAddresses } from './environment.ts';

/** What every process of a site is told in its environment, the gateway and the services alike. */
export const processVariables = {
  PORT: port.default(8080),
  /** Default: every interface. */
  HOST: z.string().optional(),
  LOG_LEVEL: logLevel.default('info'),
  /** `json` for machines, `pretty` for people. */
  LOG_FORMAT: z.enum(['json', 'pretty']).default('json'),
  /** The site, as its operator describes it (JSON). */
  SITE_FILE: z.string().optional(),
  /** `core=http://core:8080,calendar=http://calendar:8080`: where the site's services are. */
  SERVICE_ADDRESSES: serviceAddresses,
  /** The same for the gateway and all services: signs who asks. */
  PRINCIPAL_SECRET: z.string().min(32),
  /** Milliseconds that a process which is told to stop still serves, unready, so that others can turn away from it. */
  DRAIN_MS: z.coerce.number().int().min(0).max(60_000).default(0),
};

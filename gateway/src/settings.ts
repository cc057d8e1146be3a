import { isLanguage } from '@almanac/i18n';
import { flag, kafkaVariables, logLevel, port, processVariables, readEnvironment, secretText } from '@almanac/service';
import { telemetryVariables } from '@almanac/telemetry';
import { z } from 'zod';
import type { GatewayOptions } from './app.ts';
import { NO_PROXIES, trustedProxies } from './trustedProxies.ts';

/** What an operator says of the public side of a site, however it is started. */
export const publicSettings = z.object({
  PORT: port.default(8080),
  HOST: z.string().optional(),
  SITE_FILE: z.string().optional(),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/ })
    .transform((url) => url.replace(/(?<!\/)\/+$/, ''))
    .optional(),
  REST_PREFIX: z
    .string()
    .regex(/^[a-z0-9][a-z0-9-]*$/)
    .refine((prefix) => !isLanguage(prefix), 'is a language of the site')
    .default('json'),
  LOG_LEVEL: logLevel.default('info'),
  /** The site's own proxies in front of it, which name the caller (`X-Forwarded-…`): how many, or their networks. */
  TRUSTED_PROXIES: z
    .string()
    .transform((value, context) => {
      const proxies = trustedProxies(value);
      if (proxies !== undefined) return proxies;
      context.addIssue('is neither a number of proxies nor a list of their addresses and networks, such as 10.0.0.0/8');
      return z.NEVER;
    })
    .default(NO_PROXIES),
  /** Whether application passwords are taken without TLS from other machines. */
  ALLOW_PLAIN_PASSWORDS: flag,
  /** Where the site's own front end is, which then answers all pages. */
  SITE_ORIGIN: z.url({ protocol: /^https?$/ }).optional(),
  /** Opens `/metrics` to its bearer on other machines. */
  OPERATIONS_TOKEN: secretText(16).optional(),
  ...telemetryVariables,
});

export type PublicSettings = z.output<typeof publicSettings>;

/** What of the settings the gateway is given. */
export const publicOptions = (
  settings: PublicSettings,
): Pick<
  GatewayOptions,
  'prefix' | 'publicUrl' | 'trustedProxies' | 'allowPlainPasswords' | 'siteOrigin' | 'operationsToken'
> => ({
  prefix: settings.REST_PREFIX,
  trustedProxies: settings.TRUSTED_PROXIES,
  allowPlainPasswords: settings.ALLOW_PLAIN_PASSWORDS,
  ...(settings.PUBLIC_URL !== undefined && { publicUrl: settings.PUBLIC_URL }),
  ...(settings.SITE_ORIGIN !== undefined && { siteOrigin: settings.SITE_ORIGIN }),
  ...(settings.OPERATIONS_TOKEN !== undefined && { operationsToken: settings.OPERATIONS_TOKEN }),
});

/** The environment variables of a gateway that is a process of its own. */
export const gatewayVariables = publicSettings.extend({
  ...processVariables,
  ...kafkaVariables,
  /** Bytes of a request's body that are let through. */
  BODY_LIMIT: z.coerce
    .number()
    .int()
    .positive()
    .default(64 * 1024 * 1024),
  /** Milliseconds without a byte from a service until it counts as slow. */
  SERVICE_TIMEOUT: z.coerce.number().int().positive().default(30_000),
});

/** The settings of a gateway that is a process of its own. @throws ConfigurationError */
export const readSettings = (variables: Readonly<Record<string, string | undefined>>) =>
  readEnvironment(gatewayVariables, variables);

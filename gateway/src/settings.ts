import { fileURLToPath } from 'node:url';
import { completeSettings } from '@almanac/contracts';
import { languageCode } from '@almanac/i18n';
import { namespaceOwners } from '@almanac/manifest';
import {
  environmentError,
  flag,
  kafkaVariables,
  largeBodiesMb,
  logLevel,
  port,
  processVariables,
  readEnvironment,
  revision,
  type SiteFile,
  secretText,
} from '@almanac/service';
import { suggestion } from '@almanac/service/nearest-name';
import { telemetryVariables } from '@almanac/telemetry';
import { z } from 'zod';
import { type AliasProfile, readProfile } from './aliases/aliasProfile.ts';
import type { GatewayOptions } from './app.ts';
import { NO_CLIENT_LIMITS } from './clientLimits.ts';
import { NO_PROXIES, trustedProxies } from './trustedProxies.ts';

/** An address that RFC 9116 takes, without white space. */
const CONTACT = /^(?:mailto:|https:\/\/|tel:)\S+$/;

/** Environment variables of the public side of a site, in any deployment. */
export const publicSettings = z.object({
  PORT: port.default(8080),
  HOST: z.string().optional(),
  SITE_FILE: z.string().optional(),
  /** The folder of the operator's catalogues of translations. */
  MESSAGES: z.string().optional(),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/ })
    .transform((url) => url.replace(/(?<!\/)\/+$/, ''))
    .optional(),
  REST_PREFIX: z
    .string()
    .regex(/^[a-z0-9][a-z0-9-]*$/)
    .default('json'),
  /** The profile of names in `infra/aliases` that clients may use beside Almanac's. */
  ALIASES: z.string().optional(),
  /** True if an update under the profile clears members that it leaves out, where the other system does. */
  ALIASES_STRICT: flag,
  /** The namespaces whose operations are tools at `/mcp`; without one the address does not exist. */
  MCP_NAMESPACES: z
    .string()
    .transform((value, context) => {
      const names = value.split(',').flatMap((each) => each.trim().toLowerCase() || []);
      const unknown = names.find((each) => !namespaceOwners.has(each));
      if (unknown === undefined) return names;
      const known = [...namespaceOwners.keys()];
      context.addIssue(`${unknown} is no namespace of the interface.${suggestion(unknown, known)}`);
      return z.NEVER;
    })
    .optional(),
  LOG_LEVEL: logLevel.default('info'),
  /** The site's own proxies, which name the caller (`X-Forwarded-…`): their number or their networks. */
  TRUSTED_PROXIES: z
    .string()
    .transform((value, context) => {
      const proxies = trustedProxies(value);
      if (proxies !== undefined) return proxies;
      context.addIssue('is neither a number of proxies nor a list of their addresses and networks, such as 10.0.0.0/8');
      return z.NEVER;
    })
    .default(NO_PROXIES),
  /** True if application passwords are accepted without TLS from other machines. */
  ALLOW_PLAIN_PASSWORDS: flag,
  /** Maximum number of reads of one client in a minute, in this process; 0 for no limit. */
  CLIENT_READS_PER_MINUTE: z.coerce.number().int().nonnegative().default(NO_CLIENT_LIMITS.reads),
  /** Maximum number of writes of one client in a minute, in this process; 0 for no limit. */
  CLIENT_WRITES_PER_MINUTE: z.coerce.number().int().nonnegative().default(NO_CLIENT_LIMITS.writes),
  /** Origin of the site's own front end, which then answers all pages. */
  SITE_ORIGIN: z.url({ protocol: /^https?$/ }).optional(),
  /** Bearer token that opens `/metrics` to other machines. */
  OPERATIONS_TOKEN: secretText(16).optional(),
  /** The addresses for reports of faults of security, for `/.well-known/security.txt`. */
  SECURITY_CONTACT: z
    .string()
    .transform((text) => text.split(',').map((each) => each.trim()))
    .refine(
      (contacts) => contacts.every((each) => CONTACT.test(each)),
      'is not a list of mailto:, https: or tel: addresses',
    )
    .optional(),
  /** The time until which the operators vouch for these addresses: `2027-01-31T00:00:00Z`. */
  SECURITY_EXPIRES: z.iso
    .datetime({ offset: true })
    .transform((text) => new Date(text))
    .optional(),
  SECURITY_POLICY: z.url({ protocol: /^https$/ }).optional(),
  /** Maximum megabytes of answers to visitors in memory; 0: none. */
  CACHE_MB: z.coerce.number().int().min(0).max(4_096).default(64),
  REVISION: revision,
  ...telemetryVariables,
});

/** The folder of the console, whose files the gateway serves. */
export const consoleFolder = fileURLToPath(new URL('../../services/console', import.meta.url));

export type PublicSettings = z.output<typeof publicSettings>;

/**
 * Returns the settings that are options of the gateway.
 * @throws ConfigurationError if the prefix is the code of a language of the site, or if a profile is unusable
 */
export const publicOptions = (
  settings: PublicSettings,
  site: SiteFile,
): Pick<
  GatewayOptions,
  | 'prefix'
  | 'profile'
  | 'publicUrl'
  | 'trustedProxies'
  | 'allowPlainPasswords'
  | 'clientLimits'
  | 'mcpNamespaces'
  | 'siteOrigin'
  | 'operationsToken'
  | 'cacheBytes'
  | 'revision'
  | 'security'
> => ({
  prefix: restPrefix(settings, site),
  trustedProxies: settings.TRUSTED_PROXIES,
  allowPlainPasswords: settings.ALLOW_PLAIN_PASSWORDS,
  ...(settings.ALIASES !== undefined && {
    profile: { ...profileOf(settings.ALIASES, settings), clearsUnsent: settings.ALIASES_STRICT },
  }),
  clientLimits: { reads: settings.CLIENT_READS_PER_MINUTE, writes: settings.CLIENT_WRITES_PER_MINUTE },
  ...(settings.MCP_NAMESPACES !== undefined && { mcpNamespaces: settings.MCP_NAMESPACES }),
  ...(settings.PUBLIC_URL !== undefined && { publicUrl: settings.PUBLIC_URL }),
  ...(settings.SITE_ORIGIN !== undefined && { siteOrigin: settings.SITE_ORIGIN }),
  ...securityOf(settings),
  cacheBytes: settings.CACHE_MB * 1024 ** 2,
  ...(settings.REVISION !== undefined && { revision: settings.REVISION }),
  ...(settings.OPERATIONS_TOKEN !== undefined && { operationsToken: settings.OPERATIONS_TOKEN }),
});

const restPrefix = ({ REST_PREFIX: prefix }: PublicSettings, { settings }: SiteFile): string => {
  if (!completeSettings(settings).languages.some((tag) => languageCode(tag) === prefix)) return prefix;
  throw environmentError([`REST_PREFIX: ${prefix} is a language of the site`]);
};

const securityOf = (settings: PublicSettings): Pick<GatewayOptions, 'security'> => {
  const { SECURITY_CONTACT: contacts, SECURITY_EXPIRES: expires, SECURITY_POLICY: policy } = settings;
  if (contacts === undefined) return {};
  if (expires !== undefined) return { security: { contacts, expires, policy } };
  throw environmentError(['SECURITY_EXPIRES: is missing; a time within a year, such as 2027-01-31T00:00:00Z']);
};

const profileOf = (name: string, { REST_PREFIX: prefix }: PublicSettings): AliasProfile => {
  const profile = readProfile(name);
  if (profile.restPrefix !== prefix) return profile;
  throw environmentError([`REST_PREFIX: ${prefix} is the prefix of the profile ${name}; choose another`]);
};

/** Environment variables of a gateway in a process of its own. */
export const gatewayVariables = publicSettings.extend({
  ...processVariables,
  ...kafkaVariables,
  /** Maximum size of a request body in bytes. */
  BODY_LIMIT: z.coerce
    .number()
    .int()
    .positive()
    .default(64 * 1024 * 1024),
  LARGE_BODIES_MB: largeBodiesMb,
  /** Timeout in milliseconds without a byte from a service. */
  SERVICE_TIMEOUT: z.coerce.number().int().positive().default(30_000),
});

/**
 * Reads the settings of a gateway in a process of its own.
 * @throws ConfigurationError
 */
export const readSettings = (variables: Readonly<Record<string, string | undefined>>) =>
  readEnvironment(gatewayVariables, variables);

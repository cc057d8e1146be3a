import {
  isInSet,
  type PublicKeys,
  readPublicKeys,
  readSigningKey,
  type SigningKey,
  senderOfKey,
} from '@almanac/identity';
import { PORT } from '@almanac/manifest';
import { createExpensiveAnswers, defaultExpensiveAnswers, type ExpensiveAnswers } from '@almanac/rest';
import { isKey } from '@almanac/secrets';
import { telemetryVariables } from '@almanac/telemetry';
import { parseTextMaxima } from '@almanac/text';
import { z } from 'zod';
import { networkOf } from './clientAddress.ts';
import { environmentError, logLevel, port, revision, secretText, serviceAddresses } from './environment.ts';
import { limitSettings } from './limitSettings.ts';

/** Parses a text; one that `read` returns nothing for has a fault. */
const readWith = <Value>(read: (text: string) => Value | undefined, fault: string) =>
  z.string().transform((text, context) => {
    const value = read(text);
    if (value !== undefined) return value;
    context.addIssue(fault);
    return z.NEVER;
  });

/** The environment variables of every process of a site: the gateway and the services. */
export const processVariables = {
  PORT: port.default(PORT),
  /** Default: every interface. */
  HOST: z.string().optional(),
  LOG_LEVEL: logLevel.default('info'),
  /** `json` for machines, `pretty` for people. */
  LOG_FORMAT: z.enum(['json', 'pretty']).default('json'),
  /** The path of the operator's description of the site (JSON). */
  SITE_FILE: z.string().optional(),
  /** The folder of the operator's catalogues of translations. */
  MESSAGES: z.string().optional(),
  /**
   * The addresses of the site's services: `core=http://core:8080,…`, or for all of the manifest
   * `http://{service}:8080`.
   */
  SERVICE_ADDRESSES: serviceAddresses,
  /** The secret that signs principals; the same for the gateway and all services. */
  PRINCIPAL_SECRET: secretText(32),
  /** The coming and the former `PRINCIPAL_SECRET`: accepted during a rotation, and never used to sign. */
  PRINCIPAL_NEXT_SECRET: secretText(32).optional(),
  PRINCIPAL_OLD_SECRET: secretText(32).optional(),
  /** The private key of this process (JWK, Ed25519), which signs its requests to others. */
  SIGNING_KEY: readWith(readSigningKey, 'is no private JWK of Ed25519 with a kid such as core:2026').optional(),
  /** The public keys of all processes (JWKS); with them a request needs the signature of its sender's key. */
  SIGNING_PUBLIC_KEYS: readWith(readPublicKeys, 'is no JWKS of public keys of Ed25519 with different kid').optional(),
  /** Bearer token that opens `/metrics` to other machines. */
  OPERATIONS_TOKEN: secretText(16).optional(),
  /** `sign-in-name=5/900,look-up-user=60/60`: maximum counts and seconds that replace the defaults. */
  LIMITS: limitSettings,
  /** Milliseconds for which a stopping process still serves as not ready, so that load balancers can remove it. */
  DRAIN_MS: z.coerce.number().int().min(0).max(60_000).default(0),
  REVISION: revision,
  ...telemetryVariables,
};

/** A quarter of the megabytes, which one address may use, has room for the largest body of JSON. */
const MIN_LARGE_BODIES_MB = 32;

/** Maximum megabytes of large request bodies in the memory of a process; read by `@almanac/rest`. */
export const largeBodiesMb = z.coerce.number().int().min(MIN_LARGE_BODIES_MB).max(4_096).optional();

/** Characters of a record with the longest content. */
const MIN_ANSWER_CHARACTERS = 1_200_000;

/** The environment variables of limits on what services accept and send. */
export const boundVariables = {
  /** `title=200,content=2000000`: maximum characters of texts that replace the defaults; read by `@almanac/text`. */
  TEXT_MAXIMA: z
    .string()
    .refine((setting) => parseTextMaxima(setting) !== undefined, 'is not in the form title=200,content=2000000')
    .optional(),
  /** Maximum characters of the stored records that one answer is made from; read by `@almanac/rest`. */
  ANSWER_CHARACTERS: z.coerce.number().int().min(MIN_ANSWER_CHARACTERS).optional(),
  LARGE_BODIES_MB: largeBodiesMb,
  /** Maximum number of feeds, sitemaps, exports and imports of files of one address at a time. */
  EXPENSIVE_ANSWERS_PER_ADDRESS: z.coerce.number().int().positive().default(defaultExpensiveAnswers.perAddress),
  /** Maximum number of feeds, sitemaps and exports of which a process makes a part at a time. */
  EXPENSIVE_ANSWERS_PER_PROCESS: z.coerce.number().int().positive().default(defaultExpensiveAnswers.perProcess),
};

type RotatedSecrets = Readonly<Record<'PRINCIPAL_NEXT_SECRET' | 'PRINCIPAL_OLD_SECRET', string | undefined>>;

/** Returns the secrets of the site that are accepted beside the current one. */
export const otherSecretsOf = (settings: Partial<RotatedSecrets>): string[] =>
  [settings.PRINCIPAL_NEXT_SECRET, settings.PRINCIPAL_OLD_SECRET].filter((secret) => secret !== undefined);

interface KeySettings {
  readonly SIGNING_KEY?: SigningKey | undefined;
  readonly SIGNING_PUBLIC_KEYS?: PublicKeys | undefined;
}

/**
 * Checks that a process can sign as itself, and that others with the same public keys accept its requests.
 * @throws ConfigurationError
 */
export const requireOwnKey = ({ SIGNING_KEY: key, SIGNING_PUBLIC_KEYS: keys }: KeySettings, sender: string): void => {
  if (key !== undefined && senderOfKey(key.kid) !== sender)
    throw environmentError([`SIGNING_KEY: the key ${key.kid} does not belong to ${sender}`]);
  if (keys === undefined) return;
  if (key === undefined) throw environmentError(['SIGNING_KEY: is required with SIGNING_PUBLIC_KEYS']);
  if (!isInSet(key, keys)) throw environmentError([`SIGNING_PUBLIC_KEYS: lacks the public key of ${key.kid}`]);
};

type ExpensiveAnswerSettings = Readonly<
  Record<'EXPENSIVE_ANSWERS_PER_ADDRESS' | 'EXPENSIVE_ANSWERS_PER_PROCESS', number>
>;

/** Creates the limits of expensive answers for a process. */
export const expensiveAnswersOf = (settings: ExpensiveAnswerSettings): ExpensiveAnswers =>
  createExpensiveAnswers(
    { perAddress: settings.EXPENSIVE_ANSWERS_PER_ADDRESS, perProcess: settings.EXPENSIVE_ANSWERS_PER_PROCESS },
    networkOf,
  );

const FORM = 'is not 32 random bytes in base64 (openssl rand -base64 32)';

/** The keys that encrypt a site's stored tokens and keys of outside services (docs/adr/0026). */
export const secretsVariables = {
  /** The current key; without it no secret can be stored. */
  SECRETS_KEY: z.string().refine(isKey, FORM).optional(),
  /** Former keys, separated by commas, until `npm run ops -- rotate-secrets` has run. */
  SECRETS_OLD_KEYS: z
    .string()
    .refine((text) => text.split(',').every(isKey), FORM)
    .optional(),
};

import { rootCertificates } from 'node:tls';
import { PARTITIONS } from '@almanac/manifest';
import { z } from 'zod';
import { environmentError, flag, outsideAddress, readSettingFile } from './environment.ts';
import { createTokens } from './kafkaTokens.ts';

/** Parses `name=value,name=value`; a value may be empty. */
const namedValues = z.string().transform((text, context) => {
  const values = new Map<string, string>();
  for (const entry of text.split(',')) {
    const [, name, value = ''] = /^\s*([A-Za-z][\w.-]*)\s*=(.*)$/.exec(entry) ?? [];
    if (name === undefined) context.addIssue(`"${entry}" is not of the form name=value`);
    else values.set(name, value.trim());
  }
  return values;
});

/** The environment variables that name the brokers. */
export const kafkaVariables = {
  /** `host:port`, separated by commas; some brokers of the cluster are enough. */
  KAFKA_BROKERS: z.string().transform((text) => text.split(',').map((broker) => broker.trim())),
  /** Prefix of the names of topics and groups; sites that share brokers need different ones. */
  TOPIC_PREFIX: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]*$/)
    .default('almanac'),
  /** Number of partitions of every topic. It never changes, since it determines the partition of a record's events. */
  TOPIC_PARTITIONS: z.coerce.number().int().min(1).max(1_000).default(PARTITIONS),
  /** `retention.bytes=,min.insync.replicas=`: settings of topics; an empty value is the cluster's own. */
  TOPIC_SETTINGS: namedValues.optional(),
  KAFKA_TLS: flag,
  /** The path of the certificates of the brokers' own authority, as PEM. */
  KAFKA_CA_FILE: z.string().optional(),
  /** The paths of this client's certificate and private key, as PEM. */
  KAFKA_CERT_FILE: z.string().optional(),
  KAFKA_KEY_FILE: z.string().optional(),
  /** Default with a user name: `scram-sha-512`. */
  KAFKA_SASL_MECHANISM: z.enum(['plain', 'scram-sha-256', 'scram-sha-512', 'oauthbearer']).optional(),
  /** With `oauthbearer` the id and the secret of the client. */
  KAFKA_USERNAME: z.string().optional(),
  KAFKA_PASSWORD: z.string().optional(),
  /** The address that grants tokens to clients, for `oauthbearer`. */
  KAFKA_TOKEN_URL: outsideAddress.refine((url) => url.startsWith('https://'), 'must begin with https://').optional(),
  KAFKA_TOKEN_SCOPE: z.string().optional(),
  /** `logicalCluster=lkc-1,identityPoolId=pool-1`: sent with each token. */
  KAFKA_SASL_EXTENSIONS: namedValues.optional(),
};

type KafkaSettings = z.output<z.ZodObject<typeof kafkaVariables>>;

/**
 * Returns the options of a connection to the brokers.
 * @throws ConfigurationError for settings that do not fit together, and for files that cannot be read
 */
export const kafkaOptions = (given: KafkaSettings) => {
  refuseMismatch(given);
  const tls = tlsOf(given);
  const sasl = saslOf(given, tls.ca);
  return {
    brokers: given.KAFKA_BROKERS,
    prefix: given.TOPIC_PREFIX,
    partitions: given.TOPIC_PARTITIONS,
    ...(given.TOPIC_SETTINGS !== undefined && { topicSettings: given.TOPIC_SETTINGS }),
    ssl: given.KAFKA_TLS && tls,
    ...(sasl !== undefined && { sasl }),
  };
};

const mechanismOf = ({ KAFKA_SASL_MECHANISM, KAFKA_USERNAME }: KafkaSettings) =>
  KAFKA_SASL_MECHANISM ?? (KAFKA_USERNAME === undefined ? undefined : 'scram-sha-512');

/** These mechanisms send the password or the token itself, so they require TLS. */
const UNCONCEALED: readonly unknown[] = ['plain', 'oauthbearer'];
const TLS_FILES = ['KAFKA_CA_FILE', 'KAFKA_CERT_FILE', 'KAFKA_KEY_FILE'] as const;

const refuseMismatch = (given: KafkaSettings): void => {
  const mechanism = mechanismOf(given);
  const wants = (name: keyof KafkaSettings, other: string): string[] =>
    given[name] === undefined ? [`${name}: is required with ${other}`] : [];
  const sasl = `KAFKA_SASL_MECHANISM=${mechanism}`;
  const faults = [
    ...(given.KAFKA_TLS ? [] : TLS_FILES.filter((name) => given[name] !== undefined)).map(
      (name) => `${name}: requires KAFKA_TLS=1`,
    ),
    ...(given.KAFKA_CERT_FILE === undefined ? [] : wants('KAFKA_KEY_FILE', 'KAFKA_CERT_FILE')),
    ...(given.KAFKA_KEY_FILE === undefined ? [] : wants('KAFKA_CERT_FILE', 'KAFKA_KEY_FILE')),
    ...(mechanism === undefined ? [] : [...wants('KAFKA_USERNAME', sasl), ...wants('KAFKA_PASSWORD', sasl)]),
    ...(mechanism === 'oauthbearer' ? wants('KAFKA_TOKEN_URL', sasl) : []),
    ...(UNCONCEALED.includes(mechanism) && !given.KAFKA_TLS ? [`${sasl}: requires KAFKA_TLS=1`] : []),
  ];
  if (faults.length > 0) throw environmentError(faults);
};

const tlsOf = (given: KafkaSettings) => {
  const [ca, cert, key] = TLS_FILES.map((name) => {
    const path = given[name];
    return path === undefined ? undefined : readSettingFile(name, path);
  });
  return {
    ...(ca !== undefined && { ca: [ca] }),
    ...(cert !== undefined && { cert }),
    ...(key !== undefined && { key }),
  };
};

const saslOf = (given: KafkaSettings, ca: readonly string[] = []) => {
  const mechanism = mechanismOf(given);
  const { KAFKA_USERNAME: username = '', KAFKA_PASSWORD: password = '' } = given;
  switch (mechanism) {
    case undefined:
      return undefined;
    case 'oauthbearer':
      return { mechanism, oauthBearerProvider: tokensOf(given, ca) };
    case 'plain':
      return { mechanism, username, password };
    case 'scram-sha-256':
      return { mechanism, username, password };
    case 'scram-sha-512':
      return { mechanism, username, password };
  }
};

/** @param ca the brokers' own authority, which may have signed the certificate of the token address too */
const tokensOf = (given: KafkaSettings, ca: readonly string[]) => {
  const tokens = createTokens({
    url: given.KAFKA_TOKEN_URL ?? '',
    id: given.KAFKA_USERNAME ?? '',
    secret: given.KAFKA_PASSWORD ?? '',
    scope: given.KAFKA_TOKEN_SCOPE,
    ca: [...rootCertificates, ...ca],
  });
  const extensions = Object.fromEntries(given.KAFKA_SASL_EXTENSIONS ?? []);
  return async () => ({ value: await tokens(), extensions });
};

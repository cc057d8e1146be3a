import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { ConfigurationError, readEnvironment } from './environment.ts';
import { kafkaOptions, kafkaVariables } from './kafkaSettings.ts';

const optionsOf = (variables: Readonly<Record<string, string>>) =>
  kafkaOptions(readEnvironment(z.object(kafkaVariables), { KAFKA_BROKERS: 'a:9092, b:9092', ...variables }));

const signIn = { KAFKA_USERNAME: 'almanac', KAFKA_PASSWORD: 'secret' };
const tokenUrl = { KAFKA_TOKEN_URL: 'https://id.example/token' };

describe('the settings of the brokers', () => {
  it('are a plain connection by default', () => {
    const connection = { brokers: ['a:9092', 'b:9092'], prefix: 'almanac', partitions: 12, ssl: false };
    expect(optionsOf({})).toEqual(connection);
  });

  it('sign in with SCRAM-SHA-512 by default, and with the named mechanism', () => {
    const account = { username: 'almanac', password: 'secret' };
    expect(optionsOf(signIn).sasl).toEqual({ mechanism: 'scram-sha-512', ...account });
    expect(optionsOf({ ...signIn, KAFKA_SASL_MECHANISM: 'scram-sha-256' }).sasl).toEqual({
      mechanism: 'scram-sha-256',
      ...account,
    });
    expect(optionsOf({ ...signIn, KAFKA_TLS: '1', KAFKA_SASL_MECHANISM: 'plain' })).toMatchObject({
      ssl: {},
      sasl: { mechanism: 'plain', ...account },
    });
  });

  it('name settings of topics, of which an empty one is the cluster’s own', () => {
    const { topicSettings } = optionsOf({ TOPIC_SETTINGS: 'retention.bytes=, min.insync.replicas=2' });
    expect([...(topicSettings ?? [])]).toEqual([
      ['retention.bytes', ''],
      ['min.insync.replicas', '2'],
    ]);
  });

  it('name files with the authority, the certificate and the key of TLS', () => {
    const folder = mkdtempSync(join(tmpdir(), 'almanac-tls-'));
    const paths = Object.fromEntries(
      ['KAFKA_CA_FILE', 'KAFKA_CERT_FILE', 'KAFKA_KEY_FILE'].map((name) => [name, join(folder, name)]),
    );
    for (const [name, path] of Object.entries(paths)) writeFileSync(path, `${name}\n`);
    expect(optionsOf({ ...paths, KAFKA_TLS: '1' }).ssl).toEqual({
      ca: ['KAFKA_CA_FILE'],
      cert: 'KAFKA_CERT_FILE',
      key: 'KAFKA_KEY_FILE',
    });
    rmSync(folder, { recursive: true });
  });

  it.each<[Record<string, string>, string]>([
    [{ ...signIn, KAFKA_SASL_MECHANISM: 'plain' }, 'KAFKA_SASL_MECHANISM=plain: requires KAFKA_TLS=1'],
    [
      { ...signIn, ...tokenUrl, KAFKA_SASL_MECHANISM: 'oauthbearer' },
      'KAFKA_SASL_MECHANISM=oauthbearer: requires KAFKA_TLS=1',
    ],
    [{ ...signIn, KAFKA_TLS: '1', KAFKA_SASL_MECHANISM: 'oauthbearer' }, 'KAFKA_TOKEN_URL: is required'],
    [{ ...signIn, KAFKA_TOKEN_URL: 'http://id.example/token' }, 'KAFKA_TOKEN_URL: must begin with https://'],
    [{ KAFKA_USERNAME: 'almanac' }, 'KAFKA_PASSWORD: is required'],
    [{ KAFKA_SASL_MECHANISM: 'scram-sha-256' }, 'KAFKA_USERNAME: is required'],
    [{ KAFKA_SASL_MECHANISM: 'gssapi' }, 'KAFKA_SASL_MECHANISM: '],
    [{ KAFKA_CA_FILE: '/ca.pem' }, 'KAFKA_CA_FILE: requires KAFKA_TLS=1'],
    [{ KAFKA_TLS: '1', KAFKA_CERT_FILE: '/cert.pem' }, 'KAFKA_KEY_FILE: is required with KAFKA_CERT_FILE'],
    [{ KAFKA_TLS: '1', KAFKA_CA_FILE: '/missing/ca.pem' }, 'KAFKA_CA_FILE: /missing/ca.pem cannot be read'],
    [{ TOPIC_SETTINGS: 'retention.ms' }, 'TOPIC_SETTINGS: "retention.ms" is not of the form name=value'],
  ])('are refused if they do not fit together: %j', (variables, message) => {
    expect(() => optionsOf(variables)).toThrow(ConfigurationError);
    expect(() => optionsOf(variables)).toThrow(message);
  });
});

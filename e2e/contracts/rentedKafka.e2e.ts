import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lackingJava } from '@almanac/infra/native-java';
import { createSenders, type KafkaConnection, prepareTopics, publishedMessages } from '@almanac/messaging/kafka';
import { kafkaOptions, silentLog } from '@almanac/service';
import { readServiceSettings } from '@almanac/service/settings';
import kafkajs from 'kafkajs';
import { lackingOpenssl } from '../certificates.ts';
import { type Listener, PASSWORD, type RentedKafka, startRentedKafka, USER } from './rentedKafka.ts';

const lacking = lackingJava() ?? lackingOpenssl();
const on = lacking === undefined ? 'on native (Kafka)' : `on native, skipped: ${lacking}`;

(lacking === undefined ? describe : describe.skip)(`brokers as people rent them, ${on}`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-rented-'));
  let kafka: RentedKafka;
  let topics = 0;
  beforeAll(async () => {
    kafka = await startRentedKafka(folder);
  });
  afterAll(async () => {
    await kafka?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const connectionTo = (listener: Listener, variables: Readonly<Record<string, string>>): KafkaConnection => {
    const given = { KAFKA_BROKERS: kafka.listeners[listener], KAFKA_TLS: '1', KAFKA_CA_FILE: kafka.ca, ...variables };
    const environment = { TOPIC_PREFIX: `rented-${topics++}`, TOPIC_PARTITIONS: '1', ...given };
    const options = kafkaOptions(readServiceSettings({ ...SERVICE, ...environment }));
    return { ...options, clientId: 'rented', log: silentLog };
  };

  /** Creates a topic and sends a message, as a service does. Returns the number of messages on the topic. */
  const use = async (connection: KafkaConnection): Promise<number> => {
    await prepareTopics(connection, ['core'], { create: { replicas: 1 } });
    const sender = await createSenders(connection, 'core')();
    await sender.send([{ key: 'post-1', value: '{}', headers: {} }]);
    await sender.close();
    return publishedMessages(connection, 'core');
  };

  const account = { KAFKA_USERNAME: USER, KAFKA_PASSWORD: PASSWORD };
  it.each<[string, Listener, Record<string, string>]>([
    ['SASL PLAIN', 'PLAIN', { ...account, KAFKA_SASL_MECHANISM: 'plain' }],
    ['SCRAM-SHA-256', 'SCRAM', { ...account, KAFKA_SASL_MECHANISM: 'scram-sha-256' }],
    ['SCRAM-SHA-512, the default', 'SCRAM', account],
  ])('accept a service that signs in with %s', async (_name, listener, variables) => {
    expect(await use(connectionTo(listener, variables))).toBe(1);
    const wrong = connectionTo(listener, { ...variables, KAFKA_PASSWORD: 'wrong' });
    await expect(use(wrong)).rejects.toThrow(/authentication failed/i);
  });

  it('accept a service that signs in with a token, which all of its connections share', async () => {
    const signIn = { ...account, KAFKA_SASL_MECHANISM: 'oauthbearer', KAFKA_TOKEN_URL: kafka.tokens.url };
    const scope = { KAFKA_TOKEN_SCOPE: 'events write', KAFKA_SASL_EXTENSIONS: 'logicalCluster=lkc1' };
    expect(await use(connectionTo('OAUTH', { ...signIn, ...scope }))).toBe(1);
    expect(kafka.tokens.granted).toEqual(['grant_type=client_credentials&scope=events+write']);
    const wrong = connectionTo('OAUTH', { ...signIn, KAFKA_PASSWORD: 'wrong' });
    await expect(use(wrong)).rejects.toThrow('KAFKA_TOKEN_URL grants no token: 401 invalid_client');
  });

  it('accept a service by its certificate, and refuse one without', async () => {
    const files = { KAFKA_CERT_FILE: kafka.client.cert, KAFKA_KEY_FILE: kafka.client.key };
    expect(await use(connectionTo('CERT', files))).toBe(1);
    await expect(use(connectionTo('CERT', {}))).rejects.toThrow();
  });

  it('are refused without their own authority', async () => {
    await expect(use(connectionTo('SCRAM', { ...account, KAFKA_CA_FILE: '' }))).rejects.toThrow(/certificate/i);
  });

  it('keep their own values of settings that TOPIC_SETTINGS leaves to them', async () => {
    const own = 'retention.bytes=,min.insync.replicas=,retention.ms=31536000000';
    const connection = connectionTo('SCRAM', { ...account, TOPIC_SETTINGS: own });
    await use(connection);
    await expect(prepareTopics({ ...connection, topicSettings: new Map() }, ['core'])).rejects.toThrow(/retention\.ms/);
    const { brokers, prefix, ssl, sasl } = connection;
    const client = new kafkajs.Kafka({
      brokers: [...brokers],
      logLevel: kafkajs.logLevel.NOTHING,
      ...(ssl !== undefined && { ssl }),
      ...(sasl !== undefined && { sasl }),
    });
    const admin = client.admin();
    await admin.connect();
    const type = kafkajs.ConfigResourceTypes.TOPIC;
    const { resources } = await admin.describeConfigs({
      includeSynonyms: false,
      resources: [{ type, name: `${prefix}.core.v1` }],
    });
    await admin.disconnect();
    const set = resources[0]?.configEntries.filter(({ configSource }) => configSource === TOPIC_SOURCE);
    expect(set?.map(({ configName }) => configName).sort()).toEqual(['cleanup.policy', 'retention.ms']);
  });
});

/** The variables that a service requires besides those of the brokers. */
const SERVICE = {
  MONGODB_URL: 'mongodb://127.0.0.1',
  SERVICE_ADDRESSES: 'core=http://127.0.0.1:1',
  PRINCIPAL_SECRET: 'x'.repeat(32),
};

/** The source of a setting that a topic has itself. */
const TOPIC_SOURCE = 1;

import { spawnSync } from 'node:child_process';
import { freePort } from '@almanac/infra/free-port';
import { GenericContainer, type StartedTestContainer, Wait } from 'testcontainers';
import type { Engine } from './engine.ts';
import { startOn } from './native.ts';

/** `infra/docker/localImages.sh` builds images of these servers where none can be pulled, and says how to name them. */
const MONGO_IMAGE = process.env.MONGO_IMAGE ?? 'mongo:8.0.15';
const KAFKA_IMAGE = process.env.KAFKA_IMAGE ?? 'apache/kafka:4.3.1';
const isStandIn = MONGO_IMAGE.includes('stand-in');
const START_WITHIN = 180_000;

const PING = `
const options = process.env.DOCKER_HOST?.startsWith('tcp://')
  ? new URL('/_ping', process.env.DOCKER_HOST.replace('tcp:', 'http:'))
  : { socketPath: process.env.DOCKER_HOST?.replace('unix://', '') ?? '/var/run/docker.sock', path: '/_ping' };
require('node:http').get(options, (answer) => process.exit(answer.statusCode === 200 ? 0 : 1)).on('error', () => process.exit(1));
setTimeout(() => process.exit(1), 3000);
`;

const started: StartedTestContainer[] = [];
let servers: { readonly mongodbUrl: string; readonly brokers: string } | undefined;

const startMongodb = async (): Promise<string> => {
  const container = new GenericContainer(MONGO_IMAGE).withExposedPorts(27_017).withStartupTimeout(START_WITHIN);
  const image = isStandIn
    ? container.withWaitStrategy(Wait.forListeningPorts())
    : container
        .withCommand(['--replSet', 'rs0', '--bind_ip_all'])
        .withWaitStrategy(Wait.forLogMessage('Waiting for connections'));
  const mongodb = await image.start();
  started.push(mongodb);
  const address = `mongodb://${mongodb.getHost()}:${mongodb.getMappedPort(27_017)}/?directConnection=true`;
  if (isStandIn) return `${address}&retryWrites=false`;
  await mongodb.exec([
    'mongosh',
    '--quiet',
    '--eval',
    'rs.initiate({ _id: "rs0", members: [{ _id: 0, host: "localhost" }] })',
  ]);
  return address;
};

const startKafka = async (): Promise<string> => {
  const port = await freePort();
  const kafka = await new GenericContainer(KAFKA_IMAGE)
    .withExposedPorts({ container: 9_092, host: port })
    .withEnvironment({
      KAFKA_NODE_ID: '1',
      KAFKA_PROCESS_ROLES: 'broker,controller',
      KAFKA_CONTROLLER_QUORUM_VOTERS: '1@localhost:9093',
      KAFKA_LISTENERS: 'PLAINTEXT://:9092,CONTROLLER://:9093',
      KAFKA_ADVERTISED_LISTENERS: `PLAINTEXT://127.0.0.1:${port}`,
      KAFKA_CONTROLLER_LISTENER_NAMES: 'CONTROLLER',
      KAFKA_LISTENER_SECURITY_PROTOCOL_MAP: 'PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT',
      KAFKA_OFFSETS_TOPIC_REPLICATION_FACTOR: '1',
      KAFKA_TRANSACTION_STATE_LOG_REPLICATION_FACTOR: '1',
      KAFKA_TRANSACTION_STATE_LOG_MIN_ISR: '1',
      KAFKA_GROUP_INITIAL_REBALANCE_DELAY_MS: '0',
      KAFKA_AUTO_CREATE_TOPICS_ENABLE: 'false',
    })
    .withWaitStrategy(Wait.forListeningPorts())
    .withStartupTimeout(START_WITHIN)
    .start();
  started.push(kafka);
  return `127.0.0.1:${port}`;
};

/** A MongoDB replica set and Kafka as containers; services and gateway as processes. */
export const containers: Engine = {
  name: 'containers',
  shownOn: () => `${MONGO_IMAGE}${isStandIn ? ' (stand-in)' : ''} and ${KAFKA_IMAGE}`,
  lacking: () => (spawnSync(process.execPath, ['-e', PING]).status === 0 ? undefined : 'no Docker engine answers'),
  open: async () => {
    servers = { mongodbUrl: await startMongodb(), brokers: await startKafka() };
  },
  start: (siteFile) => {
    if (servers === undefined) throw new Error('the containers are not started');
    return startOn(servers, siteFile);
  },
  close: async () => {
    await Promise.all(started.splice(0).map((container) => container.stop()));
  },
};

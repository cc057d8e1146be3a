import { spawnSync } from 'node:child_process';
import {
  type ContainerServer,
  isStandIn,
  KAFKA_IMAGE,
  MONGO_IMAGE,
  startKafkaContainer,
  startMongodbContainer,
} from './containerServers.ts';
import type { Engine } from './engine.ts';
import { startOnServers } from './inProcess.ts';

const PING = `
const options = process.env.DOCKER_HOST?.startsWith('tcp://')
  ? new URL('/_ping', process.env.DOCKER_HOST.replace('tcp:', 'http:'))
  : { socketPath: process.env.DOCKER_HOST?.replace('unix://', '') ?? '/var/run/docker.sock', path: '/_ping' };
require('node:http').get(options, (answer) => process.exit(answer.statusCode === 200 ? 0 : 1)).on('error', () => process.exit(1));
setTimeout(() => process.exit(1), 3000);
`;

let servers: { readonly mongodb: ContainerServer; readonly kafka: ContainerServer } | undefined;

/** A MongoDB replica set and Kafka as containers; sites run in this process. */
export const containers: Engine = {
  name: 'containers',
  label: () => `${MONGO_IMAGE}${isStandIn ? ' (stand-in)' : ''} and ${KAFKA_IMAGE}`,
  lacking: () => (spawnSync(process.execPath, ['-e', PING]).status === 0 ? undefined : 'no Docker engine answers'),
  open: async () => {
    servers = { mongodb: await startMongodbContainer(), kafka: await startKafkaContainer() };
  },
  start: (siteFile, environment) => {
    if (servers === undefined) throw new Error('the containers are not started');
    return startOnServers(
      { mongodbUrl: servers.mongodb.address, brokers: servers.kafka.address },
      siteFile,
      environment,
    );
  },
  close: async () => {
    await Promise.all([servers?.mongodb.remove(), servers?.kafka.remove()]);
  },
};

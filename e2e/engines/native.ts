import { randomUUID } from 'node:crypto';
import { lackingJava } from '@almanac/infra/native-java';
import { type Servers, startServers } from '@almanac/infra/native-servers';
import type { Engine } from './engine.ts';
import { root } from './root.ts';

const mongodbUrl = process.env.MONGODB_URL;
const brokers = process.env.KAFKA_BROKERS;

/** The command that runs each service as a process of its own on servers that run, with data of its own in them. */
export const startOn = (servers: Pick<Servers, 'mongodbUrl' | 'brokers'>, siteFile: string): string => {
  const own = `e2e-${randomUUID().slice(0, 8)}`;
  const variables = {
    MONGODB_URL: servers.mongodbUrl,
    KAFKA_BROKERS: servers.brokers,
    DATABASE_PREFIX: own,
    TOPIC_PREFIX: own,
    TOPIC_PARTITIONS: '3',
    LOG_LEVEL: 'warn',
    SITE_FILE: siteFile,
  };
  const assignments = Object.entries(variables).map(([name, value]) => `${name}='${value}'`);
  return `cd '${root}' && ${assignments.join(' ')} exec node infra/native/main.ts`;
};

let servers: Servers | undefined;

/** Services, gateway, broker and store as processes, without Docker. Sites share the broker and the store. */
export const native: Engine = {
  name: 'native',
  label: () => (mongodbUrl === undefined ? 'the MongoDB stand-in and Kafka' : 'MongoDB and Kafka'),
  lacking: () => (mongodbUrl !== undefined && brokers !== undefined ? undefined : lackingJava()),
  open: async () => {
    servers = await startServers({ mongodbUrl, brokers });
  },
  start: (siteFile) => {
    if (servers === undefined) throw new Error('the native servers are not started');
    return startOn(servers, siteFile);
  },
  close: async () => servers?.stop(),
};

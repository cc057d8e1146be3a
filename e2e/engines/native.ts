import { lackingJava } from '@almanac/infra/native-java';
import type { Servers } from '@almanac/infra/native-servers';
import type { Engine } from './engine.ts';
import { startOnServers } from './inProcess.ts';
import { sharedServers } from './sharedServers.ts';

const mongodbUrl = process.env.MONGODB_URL;
const brokers = process.env.KAFKA_BROKERS;

let servers: Servers | undefined;

/** Broker and store as processes, without Docker; sites share them and run in this process. */
export const native: Engine = {
  name: 'native',
  label: () => (mongodbUrl === undefined ? 'the MongoDB stand-in and Kafka' : 'MongoDB and Kafka'),
  lacking: () => (mongodbUrl !== undefined && brokers !== undefined ? undefined : lackingJava()),
  open: async () => {
    servers = await sharedServers();
  },
  start: (siteFile, environment) => {
    if (servers === undefined) throw new Error('the native servers are not started');
    return startOnServers(servers, siteFile, environment);
  },
  close: async () => servers?.stop(),
};

import { type Servers, startServers } from '@almanac/infra/native-servers';

/** Servers that the run started for all its files (`infra/scripts/testForms.mjs`): `{ mongodbUrl, brokers }`. */
const ofTheRun = process.env.TEST_SERVERS;

const given = (): Pick<Servers, 'mongodbUrl' | 'brokers'> | undefined =>
  ofTheRun === undefined ? undefined : JSON.parse(ofTheRun);

/**
 * Returns a store and a broker shared by tests, which separate their data by names. The environment variables win,
 * then the servers of the run; a file that runs by itself starts its own.
 */
export const sharedServers = (): Promise<Servers> =>
  startServers({
    mongodbUrl: process.env.MONGODB_URL ?? given()?.mongodbUrl,
    brokers: process.env.KAFKA_BROKERS ?? given()?.brokers,
  });

/** Address of the store of the run; undefined if it has none. */
export const sharedStore = (): string | undefined => given()?.mongodbUrl;

/** Address of the broker of the run; undefined if it has none. */
export const sharedBroker = (): string | undefined => given()?.brokers;

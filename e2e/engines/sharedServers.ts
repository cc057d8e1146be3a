import { type Servers, startServers } from '@almanac/infra/native-servers';

/** What the run has started for all its files (`infra/scripts/testForms.mjs`): `{ mongodbUrl, brokers }`. */
const ofTheRun = process.env.TEST_SERVERS;

const given = (): Pick<Servers, 'mongodbUrl' | 'brokers'> | undefined =>
  ofTheRun === undefined ? undefined : JSON.parse(ofTheRun);

/**
 * A store and a broker whose data are told apart by names alone: those that are given, those of the run, or where one
 * file runs by itself, some of its own.
 */
export const sharedServers = (): Promise<Servers> =>
  startServers({
    mongodbUrl: process.env.MONGODB_URL ?? given()?.mongodbUrl,
    brokers: process.env.KAFKA_BROKERS ?? given()?.brokers,
  });

/** The store of the run. */
export const sharedStore = (): string | undefined => given()?.mongodbUrl;

/** The broker of the run. */
export const sharedBroker = (): string | undefined => given()?.brokers;

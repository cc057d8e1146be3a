import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Limits } from '@almanac/documents/contract';
import { freePort } from '@almanac/infra/free-port';
import { type NativeServer, startKafka, startMongoStandIn } from '@almanac/infra/native';
import { native } from './engines/native.ts';
import { sharedBroker, sharedStore } from './engines/sharedServers.ts';

/** A server under test: given by its address, shared by the files of the run, or started for one file. */
export interface ServerUnderTest {
  /** Name of server and engine, for test titles. */
  readonly name: string;
  /** Reason why the server cannot run; undefined if it can. */
  readonly lacking: string | undefined;
  start(): Promise<{ readonly address: string }>;
  stop(): Promise<void>;
}

export interface MongodbUnderTest extends ServerUnderTest {
  /** Differences from MongoDB. */
  readonly limits: Limits;
}

export const STAND_IN: Limits = { utf16Order: true };

const given = (what: string, address: string): ServerUnderTest => ({
  name: `${what} on native`,
  lacking: undefined,
  start: async () => ({ address }),
  stop: async () => {},
});

/** Returns MongoDB at `MONGODB_URL`, or the MongoDB stand-in if it is not set. */
export const mongodbUnderTest = (): MongodbUnderTest => {
  const address = process.env.MONGODB_URL;
  if (address !== undefined) return { ...given('MongoDB', address), limits: {} };
  let server: NativeServer | undefined;
  return {
    name: 'the MongoDB stand-in on native',
    lacking: native.lacking(),
    limits: STAND_IN,
    start: async () => {
      const address = sharedStore();
      if (address !== undefined) return { address };
      server = await startMongoStandIn({ port: await freePort() });
      return server;
    },
    stop: async () => server?.stop(),
  };
};

/** Returns the brokers at `KAFKA_BROKERS` (comma-separated), or a local Apache Kafka broker if it is not set. */
export const kafkaUnderTest = (): ServerUnderTest => {
  const address = process.env.KAFKA_BROKERS;
  if (address !== undefined) return given('Kafka', address);
  let server: NativeServer | undefined;
  const folder = mkdtempSync(join(tmpdir(), 'almanac-kafka-'));
  return {
    name: 'one Kafka broker on native',
    lacking: native.lacking(),
    start: async () => {
      const address = sharedBroker();
      if (address !== undefined) return { address };
      server = await startKafka({ port: await freePort(), controllerPort: await freePort(), folder });
      return server;
    },
    stop: async () => {
      await server?.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

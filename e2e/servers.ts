import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Limits } from '@almanac/documents/contract';
import { freePort } from '@almanac/infra/free-port';
import { type NativeServer, startKafka, startMongoStandIn } from '@almanac/infra/native';

/** A server that suites run on: given by its address, or started for the run. */
export interface ServerUnderTest {
  /** Says in every test's name what it was shown on. */
  readonly name: string;
  start(): Promise<{ readonly address: string }>;
  stop(): Promise<void>;
}

/** MongoDB at `MONGODB_URL`, else the stand-in that speaks its protocol; with what the stand-in does otherwise. */
export const mongodbUnderTest = (): ServerUnderTest & { readonly limits: Limits } => {
  const address = process.env.MONGODB_URL;
  if (address !== undefined)
    return { name: 'MongoDB', limits: {}, start: async () => ({ address }), stop: async () => {} };
  let server: NativeServer | undefined;
  return {
    name: 'the MongoDB stand-in',
    limits: { utf16Order: true },
    start: async () => {
      server = await startMongoStandIn({ port: await freePort() });
      return server;
    },
    stop: async () => server?.stop(),
  };
};

/** The brokers at `KAFKA_BROKERS` (comma-separated), else a broker of Apache Kafka as a process of ours. */
export const kafkaUnderTest = (): ServerUnderTest => {
  const address = process.env.KAFKA_BROKERS;
  if (address !== undefined) return { name: 'Kafka', start: async () => ({ address }), stop: async () => {} };
  let server: NativeServer | undefined;
  const folder = mkdtempSync(join(tmpdir(), 'almanac-kafka-'));
  return {
    name: 'Kafka, one native broker',
    start: async () => {
      server = await startKafka({ port: await freePort(), controllerPort: await freePort(), folder });
      return server;
    },
    stop: async () => {
      await server?.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './freePort.ts';
import { type Starting, startKafka, startMongoStandIn } from './servers.ts';

export interface ServersOptions extends Starting {
  /** The address of an existing server; without it, a server is started. */
  readonly mongodbUrl?: string | undefined;
  readonly brokers?: string | undefined;
  /** The folder of the started servers' data; without it they are empty at each start. */
  readonly folder?: string | undefined;
}

export interface Servers {
  readonly mongodbUrl: string;
  readonly brokers: string;
  readonly stop: () => Promise<void>;
}

/** Returns the broker and the store of a site: the given ones; missing ones are started. */
export const startServers = async (options: ServersOptions = {}): Promise<Servers> => {
  const parts = new AsyncDisposableStack();
  try {
    const begun = await Promise.allSettled([store(options, parts), broker(options, parts)]);
    const failed = begun.find((outcome) => outcome.status === 'rejected');
    if (failed !== undefined) throw failed.reason;
    const [mongodbUrl = '', brokers = ''] = begun.map((one) => (one.status === 'fulfilled' ? one.value : ''));
    const running = parts.move();
    return { mongodbUrl, brokers, stop: () => running.disposeAsync() };
  } finally {
    await parts.disposeAsync();
  }
};

const store = async (
  { mongodbUrl, folder, ...starting }: ServersOptions,
  parts: AsyncDisposableStack,
): Promise<string> => {
  if (mongodbUrl !== undefined) return mongodbUrl;
  if (folder !== undefined) mkdirSync(folder, { recursive: true });
  const file = folder === undefined ? {} : { file: join(folder, 'mongodb.h2') };
  const server = await startMongoStandIn({ port: await freePort(), ...file }, starting);
  parts.defer(() => server.stop());
  return server.address;
};

const broker = async (
  { brokers, folder, ...starting }: ServersOptions,
  parts: AsyncDisposableStack,
): Promise<string> => {
  if (brokers !== undefined) return brokers;
  const kept = folder === undefined ? mkdtempSync(join(tmpdir(), 'almanac-kafka-')) : join(folder, 'kafka');
  if (folder === undefined) parts.defer(() => rmSync(kept, { recursive: true, force: true }));
  const ports = { port: await freePort(), controllerPort: await freePort() };
  const server = await startKafka({ ...ports, folder: kept }, starting);
  parts.defer(() => server.stop());
  return server.address;
};

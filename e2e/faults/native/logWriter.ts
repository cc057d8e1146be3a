import { randomInt, randomUUID } from 'node:crypto';
import { writeSync } from 'node:fs';
import { hasCode, type Metadata } from '@almanac/event-store';
import { createMongodbEventStore } from '@almanac/event-store/mongodb';
import { MongoClient } from 'mongodb';

/** Settings of a writer process: its command-line argument, as JSON. */
export interface WriterSettings {
  readonly url: string;
  readonly database: string;
  /** Number of commits to write. */
  readonly commits: number;
}

/** One commit in ten goes to one of 20 streams that all writers share. */
const SHARED = 20;
const SHARE = 10;
const IN_FLIGHT = 16;
const UNWRITTEN = ['outcome-unknown', 'store-unavailable'];

/** Appends commits, some to streams that all writers share, and prints each acknowledged commit. */
const { url, database, commits } = JSON.parse(process.argv[2] ?? '') as WriterSettings;
const client = new MongoClient(url);
const store = createMongodbEventStore(client.db(database));
const known = new Map<string, number>();
let left = commits;

const appendOne = async (): Promise<void> => {
  const stream = `venue-${randomInt(SHARE) === 0 ? randomInt(SHARED) : randomUUID()}`;
  const version = (known.get(stream) ?? 0) + 1;
  const id = randomUUID();
  const at = new Date().toISOString();
  const meta: Metadata = { id, at, principal: 'system', language: 'en', correlation: id, causation: id };
  try {
    const { position } = await store.append({ events: [{ stream, version, type: 'Taken', data: {} }], meta });
    if (known.has(stream)) known.set(stream, version);
    writeSync(1, `${id} ${position}\n`);
    left--;
  } catch (error) {
    // many writers compete for the next position, so an append may time out; an unknown outcome is not acknowledged
    if (UNWRITTEN.some((code) => hasCode(error, code))) return;
    if (!hasCode(error, 'version-conflict')) throw error;
    known.set(stream, (await Array.fromAsync(store.readStream(stream))).at(-1)?.version ?? 0);
  }
};

const write = async (): Promise<void> => {
  while (left > 0) await appendOne();
};
await Promise.all(Array.from({ length: IN_FLIGHT }, write));
await client.close();

import { randomInt, randomUUID } from 'node:crypto';
import { writeSync } from 'node:fs';
import { openDatabase } from '@almanac/documents/sqlite/database';
import { type EventStore, hasCode } from '../../index.ts';
import { createSqliteEventStore } from '../sqliteEventStore.ts';

const IN_FLIGHT = 8;
const STREAMS = 6;

/** Appends to one of a few streams for which all processes compete; returns undefined if another process was faster. */
const appendOne = async (store: EventStore): Promise<string | undefined> => {
  const stream = `venue-${randomInt(STREAMS)}`;
  const version = ((await Array.fromAsync(store.readStream(stream))).at(-1)?.version ?? 0) + 1;
  const meta = { at: new Date().toISOString(), principal: 'system', language: 'en', correlation: 'c', causation: 'c' };
  const id = randomUUID();
  const events = [{ stream, version, type: 'Taken', data: { text: 'x'.repeat(randomInt(200)) } }];
  try {
    const { position } = await store.append({ events, meta: { ...meta, id, principal: 'system' } });
    return `${id} ${position}\n`;
  } catch (error) {
    if (hasCode(error, 'version-conflict')) return undefined;
    throw error;
  }
};

/** A writer for tests that kill it: appends without end and prints each acknowledged commit. */
const store = createSqliteEventStore(openDatabase(String(process.argv[2]), { durability: 'normal' }));
const write = async (): Promise<void> => {
  for (;;) writeSync(1, (await appendOne(store)) ?? '');
};
await Promise.all(Array.from({ length: IN_FLIGHT }, write));

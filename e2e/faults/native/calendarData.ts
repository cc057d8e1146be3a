import { collections, registrations } from '@almanac/calendar/service';
import type { Collection } from '@almanac/documents';
import { openMongodbDocuments } from '@almanac/documents/mongodb';
import { type Registration, type VerifyReport, verifyDocuments } from '@almanac/event-sourcing';
import type { Commit } from '@almanac/event-store';
import { createMongodbEventStore } from '@almanac/event-store/mongodb';
import { MongoClient } from 'mongodb';
import { messagesOn } from '../../kafkaMessages.ts';
import { readLog } from './readLog.ts';
import type { World } from './world.ts';

/** Data written by the calendar: its log and the messages on its topic. */
export interface CalendarData {
  readonly log: readonly Commit[];
  /** `position/n` of each message by key, in topic order, repeats included. */
  readonly topic: ReadonlyMap<string, readonly string[]>;
}

export const readCalendar = async (world: World): Promise<CalendarData> => {
  const log = await readLog(world, 'calendar');
  return { log, topic: await readTopic(world.brokers, 'almanac.calendar.v1') };
};

/** Collections and registrations of a release of the calendar. */
interface Release {
  readonly collections: readonly Collection[];
  readonly registrations: readonly Registration[];
}

const THIS: Release = { collections, registrations };

/** Verifies that the calendar's documents are the folds of its log; slow for many documents on the stand-in. */
export const verifyCalendar = async (world: World, release = THIS): Promise<VerifyReport> => {
  const client = new MongoClient(world.mongodbUrl);
  try {
    const database = client.db('almanac-calendar');
    const documents = await openMongodbDocuments(database, release.collections);
    return await verifyDocuments({
      store: createMongodbEventStore(database),
      documents,
      registrations: release.registrations,
    });
  } finally {
    await client.close();
  }
};

/** Reads a topic; returns `position/n` of each message by key. */
const readTopic = async (brokers: string, topic: string): Promise<Map<string, string[]>> => {
  const found = new Map<string, string[]>();
  for (const { key, headers } of await messagesOn([brokers], [topic]))
    found.getOrInsertComputed(String(key), () => []).push(String(headers?.ce_id));
  return found;
};

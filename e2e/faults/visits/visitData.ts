import { randomUUID } from 'node:crypto';
import { openMongodbDocuments } from '@almanac/documents/mongodb';
import { createCommands, verifyDocuments } from '@almanac/event-sourcing';
import { createMongodbEventStore } from '@almanac/event-store/mongodb';
import { collections, registrations } from '@almanac/misc/app';
import { rollUpVisits } from '@almanac/misc/roll-up';
import { fixedSettings } from '@almanac/service';
import { MongoClient } from 'mongodb';

const SOME_DAYS_MS = 40 * 86_400_000;

const misc = async <Result>(
  url: string,
  work: (opened: {
    readonly store: ReturnType<typeof createMongodbEventStore>;
    readonly documents: Awaited<ReturnType<typeof openMongodbDocuments>>;
  }) => Promise<Result>,
): Promise<Result> => {
  const client = new MongoClient(url);
  try {
    const database = client.db('almanac-misc');
    const documents = await openMongodbDocuments(database, collections);
    return await work({ store: createMongodbEventStore(database), documents });
  } finally {
    await client.close();
  }
};

/** Puts what is counted into daily totals, as misc does once the days are over for a month. */
export const rollUpAMonthLater = (url: string): Promise<void> =>
  misc(url, (opened) => {
    const now = () => new Date(Date.now() + SOME_DAYS_MS);
    const commands = createCommands({ ...opened, registrations, now });
    return rollUpVisits({ ...opened, commands, settings: fixedSettings(), now, newId: randomUUID });
  });

/** What of misc's documents is not the fold of its log. */
export const faultsOfMisc = async (url: string): Promise<readonly unknown[]> =>
  (await misc(url, (opened) => verifyDocuments({ ...opened, registrations }))).faults;

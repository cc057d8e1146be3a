import { type Collection, type Db, MongoServerError } from 'mongodb';
import type { Counter, Counters } from '../counters.ts';
import { answered, MAJORITY } from './answered.ts';

interface StoredCounter {
  readonly _id: string;
  readonly count: number;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
  /** The same time for the server's own clean-up. */
  readonly expires: Date;
}

const DUPLICATE_KEY = 11_000;

/** Creates the index by which the server itself deletes expired counters. */
export const prepareCounters = async (database: Db): Promise<void> => {
  await database
    .collection<StoredCounter>('counters')
    .createIndex({ expires: 1 }, { expireAfterSeconds: 0, name: 'expires' });
};

/** Creates counters in a MongoDB collection. `now` returns milliseconds since the epoch. */
export const createMongodbCounters = (database: Db, { now }: { now: () => number }): Counters => {
  const counters = database.collection<StoredCounter>('counters');
  return {
    add: async (name, amount, { expiresAt }) => {
      const begun = { count: Math.max(amount, 0), expiresAt, expires: new Date(expiresAt) };
      // another replica may create or remove the counter between two steps; then they are repeated
      for (;;) {
        const added = (await addTo(counters, name, amount, now())) ?? (await begin(counters, name, begun, now()));
        if (added !== undefined) return added;
      }
    },
    delete: async (name) => void (await answered(counters.deleteOne({ _id: name }, MAJORITY))),
  };
};

const RETURNED = { ...MAJORITY, returnDocument: 'after', projection: { _id: 0, count: 1, expiresAt: 1 } } as const;

/** Returns undefined if there is no counter that has not expired. */
const addTo = async (
  counters: Collection<StoredCounter>,
  _id: string,
  amount: number,
  now: number,
): Promise<Counter | undefined> => {
  const there = { _id, expiresAt: { $gt: now } };
  const change = { $inc: { count: amount } };
  const found = await answered(
    counters.findOneAndUpdate({ ...there, ...(amount < 0 && { count: { $gte: -amount } }) }, change, RETURNED),
  );
  if (found !== null || amount >= 0) return found ?? undefined;
  const emptied = await answered(
    counters.findOneAndUpdate({ ...there, count: { $lt: -amount } }, { $set: { count: 0 } }, RETURNED),
  );
  return emptied ?? undefined;
};

/** Returns undefined if there is a counter that has not expired. */
const begin = async (
  counters: Collection<StoredCounter>,
  _id: string,
  begun: Omit<StoredCounter, '_id'>,
  now: number,
): Promise<Counter | undefined> => {
  const { expires: _, ...counter } = begun;
  const renewed = await answered(counters.updateOne({ _id, expiresAt: { $lte: now } }, { $set: begun }, MAJORITY));
  if (renewed.matchedCount === 1) return counter;
  try {
    await answered(counters.insertOne({ _id, ...begun }, MAJORITY));
    return counter;
  } catch (error) {
    if (error instanceof MongoServerError && error.code === DUPLICATE_KEY) return undefined;
    throw error;
  }
};

import { type Collection, type Condition, type Db, type Filter, MongoBulkWriteError, MongoServerError } from 'mongodb';
import type { Entries, Entry } from '../entries.ts';
import { answered, BOUNDED, MAJORITY } from './answered.ts';

interface StoredEntry {
  /** The kind, a blank and the id, so that a kind's entries are in id order. */
  readonly _id: string;
  readonly id: string;
  readonly revision: number;
  readonly body: string;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number | null;
  /** The same time for the server's own deletion. */
  readonly expires: Date | null;
}

const DUPLICATE_KEY = 11_000;
const PURGE_EVERY_MS = 10_000;
const HIGHEST_CHARACTER = '\u{10ffff}';

/** Creates the index by which the server itself deletes expired entries. */
export const prepareEntries = async (database: Db): Promise<void> => {
  await database
    .collection<StoredEntry>('records')
    .createIndex({ expires: 1 }, { expireAfterSeconds: 0, name: 'expires' });
};

/** Creates entries in a MongoDB collection. `now` returns milliseconds since the epoch. */
export const createMongodbEntries = (database: Db, { now }: { now: () => number }): Entries => {
  const entries = database.collection<StoredEntry>('records');
  let purgeAt = now() + PURGE_EVERY_MS;

  const purge = async (): Promise<void> => {
    if (now() < purgeAt) return;
    purgeAt = now() + PURGE_EVERY_MS;
    // uses the index for the server's own deletion
    await answered(entries.deleteMany({ expires: { $lte: new Date(now()) } }, MAJORITY));
  };

  const insert: Entries['insert'] = async (kind, id, body, { expiresAt } = {}) => {
    await purge();
    const document = { _id: `${kind} ${id}`, id, revision: 1, ...contents(body, expiresAt) };
    if (await insertOnce(entries, document)) return true;
    const { _id, ...members } = document;
    const expired: Filter<StoredEntry> = { _id, expiresAt: { $ne: null, $lte: now() } };
    return (await answered(entries.updateOne(expired, { $set: members }, MAJORITY))).matchedCount === 1;
  };

  const replace = async (filter: Filter<StoredEntry>, body: unknown, expiresAt?: number): Promise<boolean> => {
    const change = { $set: contents(body, expiresAt), $inc: { revision: 1 } };
    return (await answered(entries.updateOne({ ...filter, ...there(now()) }, change, MAJORITY))).matchedCount === 1;
  };

  const put: Entries['put'] = async (kind, id, body, options = {}) => {
    const { expiresAt, ifRevision } = options;
    const only = expiresAt === undefined ? {} : { expiresAt };
    const _id = `${kind} ${id}`;
    if (ifRevision === 0) return insert(kind, id, body, only);
    await purge();
    if (ifRevision !== undefined) return replace({ _id, revision: ifRevision }, body, expiresAt);
    // another process may insert or remove the entry between the two steps; then they are repeated
    while (!((await replace({ _id }, body, expiresAt)) || (await insert(kind, id, body, only)))) await purge();
    return true;
  };

  return {
    insert,
    put,
    putAll: (kind, puts) => Promise.all(puts.map(({ id, body, ...options }) => put(kind, id, body, options))),
    insertAll: async (kind, all) => {
      await purge();
      const documents = all.map(({ id, body }) => ({
        _id: `${kind} ${id}`,
        id,
        revision: 1,
        ...contents(body, undefined),
      }));
      const taken = await insertMany(entries, documents);
      // an expired entry counts as missing
      for (const { id, body } of taken.flatMap((at) => all[at] ?? [])) await insert(kind, id, body);
    },
    deleteAll: async (kind, ids) => {
      if (ids.length === 0) return;
      const _id = { $in: ids.map((id) => `${kind} ${id}`) };
      await answered(entries.deleteMany({ _id, ...there(now()) }, MAJORITY));
    },
    get: async <Body>(kind: string, id: string) => {
      const found = await answered(entries.findOne({ _id: `${kind} ${id}`, ...there(now()) }, BOUNDED));
      return found === null ? undefined : entryOf<Body>(found);
    },
    delete: async (kind, id, { ifRevision } = {}) => {
      const wanted = { _id: `${kind} ${id}`, ...(ifRevision !== undefined && { revision: ifRevision }) };
      return (await answered(entries.deleteOne({ ...wanted, ...there(now()) }, MAJORITY))).deletedCount === 1;
    },
    list: async <Body>(kind: string, options: ListOptions = {}) => {
      const { limit = 500, reverse = false } = options;
      const query = entries.find({ _id: within(kind, options), ...there(now()) }, BOUNDED);
      const found = await answered(
        query
          .sort({ _id: reverse ? -1 : 1 })
          .limit(limit)
          .toArray(),
      );
      return found.map((document) => entryOf<Body>(document));
    },
  };
};

type ListOptions = NonNullable<Parameters<Entries['list']>[1]>;

const insertOnce = async (entries: Collection<StoredEntry>, document: StoredEntry): Promise<boolean> => {
  try {
    await answered(entries.insertOne(document, MAJORITY));
    return true;
  } catch (error) {
    if (error instanceof MongoServerError && error.code === DUPLICATE_KEY) return false;
    throw error;
  }
};

/** Inserts documents; returns the indexes of those whose ids are taken. */
const insertMany = async (entries: Collection<StoredEntry>, documents: StoredEntry[]): Promise<readonly number[]> => {
  if (documents.length === 0) return [];
  try {
    await answered(entries.insertMany(documents, { ...MAJORITY, ordered: false }));
    return [];
  } catch (error) {
    if (!(error instanceof MongoBulkWriteError)) throw error;
    const refused = [error.writeErrors].flat();
    if (refused.length === 0 || refused.some(({ code }) => code !== DUPLICATE_KEY)) throw error;
    return refused.map(({ index }) => index);
  }
};

const contents = (
  body: unknown,
  expiresAt: number | undefined,
): Pick<StoredEntry, 'body' | 'expiresAt' | 'expires'> => ({
  body: JSON.stringify(body),
  expiresAt: expiresAt ?? null,
  expires: expiresAt === undefined ? null : new Date(expiresAt),
});

const there = (now: number): Filter<StoredEntry> => ({ $or: [{ expiresAt: null }, { expiresAt: { $gt: now } }] });

const within = (kind: string, { prefix = '', after, reverse = false }: ListOptions): Condition<string> => ({
  $gte: `${kind} ${prefix}`,
  $lte: `${kind} ${prefix}${HIGHEST_CHARACTER}`,
  ...(after !== undefined && { [reverse ? '$lt' : '$gt']: `${kind} ${after}` }),
});

const entryOf = <Body>({ id, revision, body, expiresAt }: StoredEntry): Entry<Body> => ({
  id,
  revision,
  body: JSON.parse(body),
  ...(expiresAt === null ? {} : { expiresAt }),
});

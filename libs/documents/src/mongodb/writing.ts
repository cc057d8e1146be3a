import { type AnyBulkWriteOperation, MongoBulkWriteError, type Collection as MongoCollection } from 'mongodb';
import type { DocumentWrite } from '../documents.ts';
import { answered, MAJORITY } from './answered.ts';
import { type StoredDocument, storedOf } from './stored.ts';

const DUPLICATE_KEY = 11_000;

/**
 * Writes documents to a generation, each only over a lower version, or the same version of a lower projection version.
 * A new document is inserted by upsert. If another writer inserted it first, or its stored version is higher, only the
 * guarded update is retried.
 */
export const writeGuarded = async (
  generation: MongoCollection<StoredDocument>,
  documents: readonly StoredDocument[],
): Promise<void> => {
  const again = await bulk(generation, documents, true);
  if (again.length > 0) await bulk(generation, again, false);
};

/** Returns the stored forms of writes, each document once, in its newest version. */
export const newestDocuments = (writes: readonly DocumentWrite[]): StoredDocument[] => {
  const newest = new Map<string, StoredDocument>();
  for (const stored of writes.map(storedOf)) {
    const key = `${typeof stored._id} ${stored._id}`;
    const other = newest.get(key);
    if (other === undefined || isOlder(other, stored)) newest.set(key, stored);
  }
  return [...newest.values()];
};

const isOlder = (left: StoredDocument, right: StoredDocument): boolean =>
  left.version < right.version || (left.version === right.version && left.fold < right.fold);

/** Writes documents; returns those whose insertion was refused because they exist. */
const bulk = async (
  generation: MongoCollection<StoredDocument>,
  documents: readonly StoredDocument[],
  upsert: boolean,
): Promise<StoredDocument[]> => {
  const operations = documents.map((document): AnyBulkWriteOperation<StoredDocument> => {
    const { _id, ...members } = document;
    const older = [{ version: { $lt: document.version } }, { version: document.version, fold: { $lt: document.fold } }];
    return { updateOne: { filter: { _id, $or: older }, update: { $set: members }, upsert } };
  });
  try {
    await answered(generation.bulkWrite(operations, { ...MAJORITY, ordered: false }));
    return [];
  } catch (error) {
    if (!(error instanceof MongoBulkWriteError)) throw error;
    const failed = [error.writeErrors].flat();
    if (failed.some(({ code }) => code !== DUPLICATE_KEY)) throw error;
    return failed.flatMap(({ index }) => documents[index] ?? []);
  }
};

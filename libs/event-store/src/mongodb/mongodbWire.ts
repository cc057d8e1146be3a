import { BSONError } from 'bson';
import {
  type Collection,
  MongoBulkWriteError,
  MongoError,
  MongoInvalidArgumentError,
  MongoServerSelectionError,
  ReadConcernLevel,
} from 'mongodb';
import { type CommitDocument, type InsertResult, type LogWire, NotSentError, WireError } from './logWire.ts';

const DUPLICATE_KEY = 11_000;
/**
 * Options of reads: the server ends a slow read shortly before its client's socket times out (`socketTimeoutMS`, 5 s).
 * The driver's own `timeoutMS` has no effect since 7.8.
 */
export const READ = { readConcern: ReadConcernLevel.majority, readPreference: 'primary', maxTimeMS: 4_500 } as const;

/**
 * Options of writes: the journals of a majority have the write, or the server reports after a timeout that they do not
 * yet. That error's outcome is found in the log.
 */
export const WRITE = {
  maxTimeMS: READ.maxTimeMS,
  writeConcern: { w: 'majority', journal: true, wtimeoutMS: READ.maxTimeMS },
} as const;

/**
 * Creates the wire over the official driver: ordered inserts acknowledged by a majority's journals, and majority reads
 * from the primary.
 */
export const createMongodbWire = (commits: Collection<CommitDocument>): LogWire => {
  return {
    insert: (documents) =>
      commits
        .insertMany([...documents], { ...WRITE, ordered: true })
        .then((): InsertResult => ({ refused: undefined }), refusal),
    holding: (keys) =>
      answered(
        commits.find({ keys: { $in: [...keys] } }, { ...READ, projection: { keys: 1, 'meta.at': 1 } }).toArray(),
      ),
    last: async () =>
      (await answered(commits.findOne({}, { ...READ, sort: { _id: -1 }, projection: { _id: 1 } })))?._id ?? 0,
  };
};

/** Returns a refusal by a unique index; throws any other error, including an unmet write concern. */
const refusal = (error: unknown): InsertResult => {
  if (error instanceof MongoBulkWriteError && error.result.getWriteConcernError() === undefined) {
    const [first] = [error.writeErrors].flat();
    if (first?.code === DUPLICATE_KEY) return { refused: first.index };
  }
  throw isRefusalOfDriver(error) ? new NotSentError({ cause: error }) : asWireError(error);
};

/** True for documents that are too large or that BSON cannot encode, as the driver finds before sending. */
const isRefusalOfDriver = (error: unknown): boolean =>
  error instanceof MongoInvalidArgumentError || BSONError.isBSONError(error) || error instanceof RangeError;

/** Waits for an answer of the server; errors of the driver become `WireError`. */
export const answered = async <Value>(answer: Promise<Value>): Promise<Value> => {
  try {
    return await answer;
  } catch (error) {
    throw asWireError(error);
  }
};

const asWireError = (error: unknown): unknown => {
  if (error instanceof MongoServerSelectionError) return new WireError(false, { cause: error });
  return error instanceof MongoError ? new WireError(true, { cause: error }) : error;
};

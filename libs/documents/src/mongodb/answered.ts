import { MongoBulkWriteError, MongoError, MongoServerError, MongoWriteConcernError } from 'mongodb';
import { DocumentsUnavailableError } from '../errors.ts';

/**
 * Options of every query: the server ends it shortly before its client's socket times out (`socketTimeoutMS`, 5 s),
 * because no client waits any longer. The driver's own `timeoutMS`, which would cover all queries, has no effect since
 * 7.8.
 */
export const BOUNDED = { maxTimeMS: 4_500 } as const;

/**
 * Options of every write: the journals of a majority have it, or the server reports after a timeout that they do not
 * yet.
 */
export const MAJORITY = {
  ...BOUNDED,
  writeConcern: { w: 'majority', journal: true, wtimeoutMS: BOUNDED.maxTimeMS },
} as const;

/**
 * The error codes of a server that is not primary now, shuts down, or was interrupted by either. A server that has just
 * started may not know yet what a majority has (134); a slow one times out (50); one with a full disk refuses (14031).
 */
const UNAVAILABLE_CODES = new Set([
  6, 7, 50, 89, 91, 134, 189, 262, 9001, 10_058, 10_107, 11_600, 11_602, 13_435, 13_436, 14_031,
]);

/**
 * True for errors of the driver that mean that no server was reached (connections, queues, timeouts); a server's
 * refusal is an answer.
 */
const isAway = (error: unknown): boolean =>
  error instanceof MongoError &&
  (!(error instanceof MongoServerError) || UNAVAILABLE_CODES.has(Number(error.code)) || isUnsettled(error));

/**
 * True if the primary has written and a majority has not yet: neither failure nor success, as a new primary may lack
 * it.
 */
const isUnsettled = (error: MongoServerError): boolean =>
  error instanceof MongoWriteConcernError ||
  (error instanceof MongoBulkWriteError && error.result.getWriteConcernError() !== undefined);

/**
 * Waits for the server's answer. @throws DocumentsUnavailableError if the server does not answer, or a majority has
 * not written yet
 */
export const answered = async <Value>(answer: Promise<Value>): Promise<Value> => {
  try {
    return await answer;
  } catch (error) {
    if (isAway(error)) throw new DocumentsUnavailableError({ cause: error });
    throw error;
  }
};

import { MongoBulkWriteError, MongoError, MongoServerError, MongoWriteConcernError } from 'mongodb';
import { DocumentsUnavailableError } from '../errors.ts';

/**
 * For every query: the server gives it up shortly before its client's socket times out (`socketTimeoutMS`, 5 s), instead
 * of working for nobody. The driver's own `timeoutMS`, which would say so for all of them, has no effect since 7.8.
 */
export const BOUNDED = { maxTimeMS: 4_500 } as const;

/**
 * For every write: a majority's journals have it, or the server says within the same time that this is not so yet.
 */
export const MAJORITY = {
  ...BOUNDED,
  writeConcern: { w: 'majority', journal: true, wtimeoutMS: BOUNDED.maxTimeMS },
} as const;

/**
 * The error codes of a server that is not primary now, shuts down, was interrupted by either, has just begun and cannot
 * say yet what a majority has (134), or was not done in time (50).
 */
const AWAY = new Set([6, 7, 50, 89, 91, 134, 189, 262, 9001, 10_058, 10_107, 11_600, 11_602, 13_435, 13_436]);

/**
 * Errors of the driver that mean that no server was reached (connections, queues, timeouts); a server's refusal is an
 * answer.
 */
const isAway = (error: unknown): boolean =>
  error instanceof MongoError &&
  (!(error instanceof MongoServerError) || AWAY.has(Number(error.code)) || isUnsettled(error));

/** The primary has written, and a majority not yet: no failure, and no success, since another primary may not have it. */
const isUnsettled = (error: MongoServerError): boolean =>
  error instanceof MongoWriteConcernError ||
  (error instanceof MongoBulkWriteError && error.result.getWriteConcernError() !== undefined);

/** Waits for the server's answer. @throws DocumentsUnavailableError when it is away, or a majority has not written yet */
export const answered = async <Value>(answer: Promise<Value>): Promise<Value> => {
  try {
    return await answer;
  } catch (error) {
    if (isAway(error)) throw new DocumentsUnavailableError({ cause: error });
    throw error;
  }
};

import type { DatabaseSync } from 'node:sqlite';
import type { DocumentWrite } from '@almanac/documents';
import { isBusy, isDiskFull } from '@almanac/documents/sqlite/database';
import { asError, hasCode, OutcomeUnknownError, StoreUnavailableError } from '../errors.ts';
import type { QueuedItem } from '../groupCommit.ts';
import type { PreparedCommit } from '../preparedCommit.ts';
import type { DocumentWriter } from './documentWriter.ts';
import type { LogTables } from './logTables.ts';

export interface QueuedCommit extends PreparedCommit {
  readonly documents: readonly DocumentWrite[];
}

type Batch = readonly QueuedItem<QueuedCommit, { position: number }>[];
/** The position of a commit in the log, or the error that kept it out. */
export type Answer = number | Error;

export interface WrittenBatch {
  /** The answer of each member. */
  readonly answers: readonly Answer[];
  /** The last position before the batch: a commit at a lower or equal one was in the log already. */
  readonly before: number;
}

/**
 * Writes a batch in one transaction. If one of the commits is refused, which is rare, the batch is written again, each
 * commit in its own savepoint. A refused commit then leaves nothing behind and the others are written. If another
 * process locks the file, it throws and has written none.
 */
export const createBatchWriter = (database: DatabaseSync, tables: LogTables, documents: DocumentWriter | undefined) => {
  const statements = prepare(database);
  const inTransaction = (): boolean => database.isOpen && database.isTransaction;

  const writeOne = (position: number, item: QueuedCommit): Answer => {
    statements.savepoint.run();
    try {
      if (tables.insert(position, item)) {
        documents?.writeNow(item.documents);
        return position;
      }
      statements.undo.run();
      return tables.outcomeInLog(item);
    } catch (error) {
      // A full or failing disk ends the whole transaction; any other error is this commit's own fault.
      if (!inTransaction()) throw error;
      statements.undo.run();
      return asRefusal(error);
    } finally {
      if (inTransaction()) statements.release.run();
    }
  };

  /** Writes all of them or none; undefined if one is refused. */
  const writeTogether = (batch: Batch): WrittenBatch | undefined => {
    const last = tables.last();
    try {
      for (const [index, { item }] of batch.entries()) {
        if (!tables.insert(last + 1 + index, item)) return undefined;
        documents?.writeNow(item.documents);
      }
    } catch (error) {
      if (!inTransaction()) throw error;
      return undefined;
    }
    return { answers: batch.map((_, index) => last + 1 + index), before: last };
  };

  const writeEach = (batch: Batch): WrittenBatch => {
    const before = tables.last();
    let last = before;
    const answers = batch.map(({ item }) => {
      const answer = writeOne(last + 1, item);
      if (answer === last + 1) last++;
      return answer;
    });
    return { answers, before };
  };

  const transact = (batch: Batch, write: (batch: Batch) => WrittenBatch | undefined): WrittenBatch | undefined => {
    let written: WrittenBatch | undefined;
    try {
      statements.begin.run();
      written = write(batch);
      (written === undefined ? statements.rollback : statements.commit).run();
      return written;
    } catch (error) {
      if (inTransaction()) statements.rollback.run();
      if (written === undefined && isBusy(error)) throw error;
      const answers = batch.map((_, index) => failure(written?.answers[index], error));
      return { answers, before: written?.before ?? 0 };
    }
  };

  return (batch: Batch): WrittenBatch =>
    transact(batch, writeTogether) ?? transact(batch, writeEach) ?? { answers: [], before: 0 };
};

/** Returns StoreUnavailableError for an error of SQLite; any other error, as of the documents' writer, as it is. */
const asRefusal = (error: unknown): Error =>
  hasCode(error, 'ERR_SQLITE_ERROR') ? new StoreUnavailableError({ cause: error }) : asError(error);

const prepare = (database: DatabaseSync) => ({
  begin: database.prepare('BEGIN IMMEDIATE'),
  commit: database.prepare('COMMIT'),
  rollback: database.prepare('ROLLBACK'),
  savepoint: database.prepare('SAVEPOINT one'),
  undo: database.prepare('ROLLBACK TO one'),
  release: database.prepare('RELEASE one'),
});

/**
 * Returns the error of a commit whose transaction failed. Before COMMIT nothing was written, nor by one that found the
 * disk full; after it a failed flush may have left the commit on the disk, where a recovery would find it.
 */
const failure = (answer: Answer | undefined, cause: unknown): Error => {
  if (answer === undefined || (typeof answer === 'number' && isDiskFull(cause)))
    return new StoreUnavailableError({ cause });
  return typeof answer === 'number' ? new OutcomeUnknownError({ cause }) : answer;
};

import type { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { DocumentWrite } from '@almanac/documents';
import {
  reading as readingIn,
  retryWhileLocked,
  withLateCheckpoint,
  writing,
} from '@almanac/documents/sqlite/database';
import { OutcomeUnknownError, StoreUnavailableError } from '../errors.ts';
import type { EventStore } from '../eventStore.ts';
import { createGroupCommit, type QueuedItem } from '../groupCommit.ts';
import { prepareCommit } from '../preparedCommit.ts';
import { streamed } from '../streamPages.ts';
import { type Answer, createBatchWriter, type QueuedCommit, type WrittenBatch } from './batchWriter.ts';
import type { DocumentWriter } from './documentWriter.ts';
import { keyFaults } from './keyFaults.ts';
import { openLogTables } from './logTables.ts';
import { NewestCommits } from './newestCommits.ts';

export { inspectDatabase, isDamaged } from './inspectDatabase.ts';

/** Characters of the JSON of commits from which writing them takes several milliseconds. */
const LONG_BATCH = 262_144;

export interface SqliteEventStoreOptions {
  /** Writes the documents of each commit with it. Without it, an append with documents is refused. */
  readonly documents?: DocumentWriter;
  /** Maximum bytes of a commit, as JSON and as BSON; default 15 MiB. */
  readonly limit?: number;
  /** Bytes read at once; default `PAGE_SIZE`. */
  readonly pageSize?: number;
}

/**
 * Creates the log in a SQLite file, which several processes may share. Durability is that of the connection
 * (`openDatabase`); the connection is shared with the documents and stays open when the store is closed.
 */
export const createSqliteEventStore = (database: DatabaseSync, options: SqliteEventStoreOptions = {}): EventStore => {
  const tables = openLogTables(database, options.pageSize);
  const listeners = new Set<() => void>();
  const newest = new NewestCommits();
  const write = createBatchWriter(database, tables, options.documents);
  const group = createGroupCommit<QueuedCommit, { position: number }>(async (batch) => {
    const isLong = batch.reduce((sum, { item }) => sum + item.json.length, 0) >= LONG_BATCH;
    const work = () => (isLong ? withLateCheckpoint(database, () => write(batch)) : write(batch));
    const { answers, before } = await written((answer) => writing(database, () => answer(work())));
    for (const [index, { item }] of batch.entries()) {
      const answer = answers[index];
      if (typeof answer === 'number' && answer > before) newest.add(answer, item);
    }
    // the answer and the subscriptions do not prolong the turn of a long write
    if (isLong) await nextTurn();
    for (const [index, member] of batch.entries()) settle(member, answers[index]);
    if (answers.some((answer) => typeof answer === 'number')) for (const listener of listeners) listener();
  });
  const reading = <Result>(read: () => Result): Result | Promise<Result> => readingIn(database, read);
  let closed = false;

  const add = (item: QueuedCommit): Promise<{ position: number }> => {
    if (closed) throw new StoreUnavailableError();
    if (item.documents.length > 0 && options.documents === undefined)
      throw new Error('no writer of documents is given');
    return group.add(item);
  };

  return {
    append: async (commit, { documents = NO_WRITES } = {}) =>
      add({ ...prepareCommit(commit, options.limit), documents }),
    readStream: (stream, { from = 1 } = {}) =>
      streamed(from, async (next) => reading(() => tables.readStream(stream, next))),
    readLog: async (after, limit = 500) => reading(() => tables.read(after, limit)),
    readWritten: (after, limit = 500) => newest.after(after, limit),
    commitAt: async (position) => reading(() => tables.read(position - 1, 1)[0]),
    findCommit: async (id) => reading(() => tables.find(id)),
    // not queued: the append that relies on it follows
    firstMoved: async (known) => retryWhileLocked(database, () => tables.firstMoved(known)),
    last: async () => reading(() => tables.last()),
    keyFaults: () => keyFaults(database, tables.read, tables.last()),
    onAppend: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    redact: async (redactions) => {
      await group.idle();
      newest.clear();
      await writing(database, () => tables.redact(redactions));
    },
    close: () => {
      closed = true;
      return group.idle();
    },
  };
};

const settle = (
  { resolve, reject }: QueuedItem<QueuedCommit, { position: number }>,
  answer: Answer | undefined,
): void => {
  if (typeof answer === 'number') resolve({ position: answer });
  else reject(answer);
};

/**
 * Writes a batch, and returns its answers.
 * @param write calls its argument with the answers once the batch is written
 * @throws StoreUnavailableError if another process locks the file for too long, or it is closed or lost; if it was lost
 * during the write, OutcomeUnknownError: the commits are in the lost file
 */
const written = async (
  write: (answer: (batch: WrittenBatch) => void) => void | Promise<void>,
): Promise<WrittenBatch> => {
  let answered: WrittenBatch | undefined;
  try {
    await write((given) => {
      answered = given;
    });
    return answered ?? { answers: [], before: 0 };
  } catch (cause) {
    throw answered === undefined ? new StoreUnavailableError({ cause }) : new OutcomeUnknownError({ cause });
  }
};

const NO_WRITES: readonly DocumentWrite[] = [];

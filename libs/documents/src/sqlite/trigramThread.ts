import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';

/** The SQL by which a thread writes the waiting trigrams of a collection, some documents in each transaction. */
export interface TrigramStatements {
  /** Selects `doc` and `characters` of waiting documents. */
  readonly waiting: string;
  /** The statements of a transaction, in this order; `?1` is a JSON array of docs. */
  readonly take: readonly string[];
}

/** Work of the thread, as plain data. */
export interface TrigramWork extends TrigramStatements {
  readonly database: string;
}

/** Maximum heap of the thread: it holds no texts. */
const MAX_HEAP_MB = 32;

/** The running work by file and statement: whether it was asked for again since its thread began. */
const running = new Map<string, { isAskedAgain: boolean }>();

/**
 * Writes waiting trigrams of a file in a thread of its own, with its own connection. The file is locked for one
 * transaction at a time. Work that is already running takes the new documents too, or another thread does if it is just
 * ending. Documents whose trigrams could not be written wait for the next call.
 * @param location path of an existing database
 * @param ended called when the thread has ended; `failed` is true if documents are still waiting because of an error
 */
export const takeTrigramsInThread = (
  location: string,
  statements: TrigramStatements,
  ended: (failed: boolean) => void,
): void => {
  const key = `${location} ${statements.waiting}`;
  const current = running.get(key);
  if (current !== undefined) {
    current.isAskedAgain = true;
    return;
  }
  const run = { isAskedAgain: false };
  running.set(key, run);
  // never creates a file in place of one that was deleted
  const database = `${pathToFileURL(location).href}?mode=rw`;
  const workerData: TrigramWork = { database, ...statements };
  // beginning a thread takes some milliseconds, which do not belong to the write that asks for it
  setImmediate(() => {
    let failed = false;
    new Worker(new URL('./trigramWorker.ts', import.meta.url), {
      workerData,
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
    })
      .on('error', () => {
        failed = true;
      })
      .on('exit', () => {
        running.delete(key);
        ended(failed);
        if (run.isAskedAgain && !failed) takeTrigramsInThread(location, statements, ended);
      })
      .unref();
  });
};

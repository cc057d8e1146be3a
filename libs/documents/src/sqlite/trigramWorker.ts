import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { isMainThread, workerData } from 'node:worker_threads';
import { prepare } from './prepare.ts';
import type { TrigramWork } from './trigramThread.ts';

/** Maximum characters of the documents of a transaction, unless one document has more. */
const MAX_CHARACTERS = 262_144;

/** Milliseconds for which the thread waits for other writers, and lets them write after each transaction. */
const [PATIENCE_MS, REST_MS] = [10_000, 10];

interface Waiting {
  readonly doc: number;
  readonly characters: number;
}

/** Returns the first documents that fit into a transaction, at least one. */
const firstOf = (waiting: Iterable<Waiting>): number[] => {
  const docs: number[] = [];
  let sum = 0;
  for (const { doc, characters } of waiting) {
    sum += characters;
    if (docs.length > 0 && sum > MAX_CHARACTERS) break;
    docs.push(doc);
  }
  return docs;
};

/** Writes the waiting trigrams of one collection until none waits; an error ends the thread. */
const takeAll = async ({ database: address, waiting, take }: TrigramWork): Promise<void> => {
  const database = new DatabaseSync(new URL(address), { timeout: PATIENCE_MS });
  try {
    // trigrams can be written again from the texts
    database.exec('PRAGMA synchronous = NORMAL; PRAGMA secure_delete = FAST; PRAGMA temp_store = MEMORY');
    const select = prepare<Waiting>(database, waiting);
    const statements = take.map((text) => database.prepare(text));
    for (;;) {
      database.exec('BEGIN IMMEDIATE');
      const docs = firstOf(select.iterate());
      // after a deletion FTS5 has a last rowid above 2^53, hence `all`
      for (const statement of statements) statement.all(JSON.stringify(docs));
      database.exec('COMMIT');
      if (docs.length === 0) return;
      await pause(REST_MS);
    }
  } finally {
    database.close();
  }
};

// checks of the code import every module
if (!isMainThread) await takeAll(workerData);

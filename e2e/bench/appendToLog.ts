import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { openDatabase } from '@almanac/documents/sqlite';
import type { NewCommit } from '@almanac/event-store';
import { createSqliteEventStore } from '@almanac/event-store/sqlite';
import { closedLoop, median } from './measure.ts';
import { perSecond, report, section } from './report.ts';

const RUN_MS = 1_500;
const DURABILITIES = ['full', 'normal'] as const;

const commitOf = (turn: number): NewCommit => ({
  events: [
    {
      stream: `venue-${turn}`,
      version: 1,
      type: 'VenueCreated',
      data: { name: `Hall ${turn}`, city: 'Riverside', note: 'x'.repeat(80) },
    },
  ],
  meta: {
    id: randomUUID(),
    at: new Date().toISOString(),
    principal: 'user:1',
    language: 'en',
    correlation: randomUUID(),
    causation: 'bench',
  },
});

/** Writes the same rows with bare SQLite: a commit and its two keys, and as many commits in a transaction. */
const bare = (database: DatabaseSync, batch: number) => {
  database.exec(`
    CREATE TABLE bare (position INTEGER PRIMARY KEY, body TEXT NOT NULL) STRICT;
    CREATE TABLE bare_keys (name TEXT NOT NULL, version INTEGER NOT NULL, position INTEGER NOT NULL, PRIMARY KEY (name, version)) STRICT, WITHOUT ROWID;
  `);
  const begin = database.prepare('BEGIN IMMEDIATE');
  const end = database.prepare('COMMIT');
  const commit = database.prepare('INSERT INTO bare VALUES (?, ?)');
  const key = database.prepare('INSERT INTO bare_keys VALUES (?, ?, ?)');
  let position = 0;
  return () => {
    begin.run();
    for (let index = 0; index < batch; index++) {
      const { events, meta } = commitOf(++position);
      commit.run(position, JSON.stringify({ events, meta }));
      key.run(`venue-${position}`, 1, position);
      key.run(`once/${meta.id}`, 0, position);
    }
    end.run();
  };
};

const bareRate = (database: DatabaseSync, batch: number): number => {
  const write = bare(database, batch);
  const begun = performance.now();
  let written = 0;
  while (performance.now() - begun < RUN_MS) {
    write();
    written += batch;
  }
  return (written / (performance.now() - begun)) * 1_000;
};

const inFolder = async <Value>(
  durability: 'full' | 'normal',
  work: (database: DatabaseSync) => Promise<Value>,
): Promise<Value> => {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-bench-'));
  const database = openDatabase(join(folder, 'log.sqlite'), { durability });
  try {
    return await work(database);
  } finally {
    database.close();
    rmSync(folder, { recursive: true, force: true });
  }
};

/** Measures appends per second, each a commit of its own. */
export const appendRate = (durability: 'full' | 'normal', width: number): Promise<number> =>
  inFolder(durability, async (database) => {
    const store = createSqliteEventStore(database);
    const load = await closedLoop({ width, ms: RUN_MS }, async (turn) => {
      await store.append(commitOf(turn));
    });
    return load.perSecond;
  });

/** Compares appends to the log, alone and 64 at a time, with bare SQLite that writes the same rows in equal batches. */
export const benchAppendToLog = async (): Promise<void> => {
  section('Append to the log (SQLite), against bare node:sqlite writing the same rows');
  for (const durability of DURABILITIES) {
    for (const width of [1, 64]) {
      const pairs = await median(
        3,
        ({ ratio }) => ratio,
        async () => {
          const limit = await inFolder(durability, async (database) => bareRate(database, width));
          const rate = await appendRate(durability, width);
          return { limit, rate, ratio: rate / limit };
        },
      );
      report({
        what: `${width} in flight, ${durability}`,
        figure: perSecond(pairs.rate),
        against: perSecond(pairs.limit),
        ratio: pairs.ratio,
        ...(width === 64 && { goal: '≥ 0.70', reached: pairs.ratio >= 0.7 }),
      });
    }
  }
};

import { NotingDatabase } from './notingDatabase.contract.ts';
import { createSqliteCounters } from './sqliteCounters.ts';
import { createSqliteDocuments } from './sqliteDocuments.ts';
import { createSqliteEntries } from './sqliteEntries.ts';

const NOTES = { name: 'notes', projectionVersion: 1, indexes: [['kind']], arrays: ['tags'], texts: ['title'] };

/** Small tables: a row for each collection or table, and at most some thousand documents that wait for trigrams. */
const SMALL = ['document_generations', 'sqlite_schema', '/pending'];

const isWalk = (step: string): boolean =>
  /^SCAN (?!CONSTANT|\d|\(|\S+ VIRTUAL TABLE)/.test(step) && !SMALL.some((table) => step.includes(table));

/** Returns the steps of all prepared statements that scan a whole table, with their statement. */
const walks = (database: NotingDatabase): string[] =>
  [...database.statements]
    .filter((text) => /^\s*(SELECT|INSERT|UPDATE|DELETE)/.test(text))
    .flatMap((text) =>
      database
        .planOf(text)
        .filter(isWalk)
        .map(() => text.trim()),
    );

describe('the plans of SQLite', () => {
  it('find entries and counters by keys, expired ones too', async () => {
    const database = new NotingDatabase(':memory:');
    createSqliteEntries(database, { now: Date.now });
    createSqliteCounters(database, { now: Date.now });
    expect(database.statements.size).toBeGreaterThan(9);
    expect(walks(database)).toEqual([]);
  });

  it('find written or read documents by id, and those of an older projection', async () => {
    const database = new NotingDatabase(':memory:');
    const documents = createSqliteDocuments(database, [NOTES]);
    const write = (version: number, body: object | null) =>
      documents.write([{ collection: NOTES, id: 1, version, body }]);
    await write(1, { kind: 'a', tags: ['x'], title: 'one' });
    await write(2, { kind: 'b', tags: ['y'], title: 'two' });
    await documents.getMany(NOTES, [1]);
    await write(3, null);
    await write(4, { kind: 'c', tags: [], title: 'three' });
    expect(walks(database)).toEqual([]);
    expect(await documents.outdated()).toEqual([NOTES]);
    await (await documents.rebuild([NOTES])).switch();
    database.statements.clear();
    expect([await documents.outdated(), await documents.holdingOlder()]).toEqual([[], []]);
    expect(database.statements.size).toBe(1);
    expect(walks(database)).toEqual([]);
  });
});

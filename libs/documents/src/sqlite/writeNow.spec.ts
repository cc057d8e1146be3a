import type { Collection } from '../documents.ts';
import { createSqliteDocuments, openDatabase } from './sqliteDocuments.ts';
import { createStatements } from './statements.ts';

const notes: Collection = {
  name: 'notes',
  projectionVersion: 1,
  indexes: [['kind']],
  arrays: ['tags'],
  texts: ['text'],
};

const opened = () => {
  const database = openDatabase(':memory:', { durability: 'normal' });
  const documents = createSqliteDocuments(database, [notes]);
  const writeNow = (id: number, version: number, body: object | null) =>
    documents.writeNow([{ collection: notes, id, version, body }]);
  return { database, documents, writeNow };
};

describe('a write in the transaction of the log', () => {
  it('is undone with it, counts included', async () => {
    const { database, documents, writeNow } = opened();
    const tagged = () => documents.count(notes, { field: 'tags', contains: [1] });
    writeNow(1, 1, { kind: 'a', tags: [1] });
    writeNow(2, 1, { kind: 'a', tags: [1] });
    database.exec('BEGIN IMMEDIATE; SAVEPOINT one');
    writeNow(3, 1, { kind: 'a', tags: [1] });
    writeNow(1, 2, null);
    writeNow(2, 2, null);
    expect(await tagged()).toBe(1);
    database.exec('ROLLBACK TO one; RELEASE one');
    writeNow(4, 1, { kind: 'a', tags: [2] });
    database.exec('COMMIT');
    expect(await tagged()).toBe(2);
    expect(await documents.find(notes, { filter: { field: 'kind', equals: 'a' } })).toHaveLength(3);
    expect((await documents.get(notes, 1))?.version).toBe(1);
  });

  it('is undone with its trigrams', async () => {
    const { database, documents, writeNow } = opened();
    const found = async (word: string) =>
      (await documents.find(notes, { filter: { texts: ['text'], words: [word] } })).length;
    const writeMany = (version: number, text: string) => {
      for (let id = 0; id < 300; id++) writeNow(id, version, { text: `${text} ${id}` });
    };
    writeMany(1, 'harbour');
    database.exec('BEGIN IMMEDIATE; SAVEPOINT one');
    writeMany(2, 'feast');
    expect([await found('feast 29'), await found('harbour')]).toEqual([11, 0]);
    database.exec('ROLLBACK TO one; RELEASE one; COMMIT');
    expect([await found('feast'), await found('harbour 29')]).toEqual([0, 11]);
    writeMany(3, 'walk');
    expect([await found('walk 1'), await found('harbour 29')]).toEqual([111, 0]);
  });

  it('leaves the transaction open, and ends one of its own', () => {
    const { database, writeNow } = opened();
    database.exec('BEGIN IMMEDIATE');
    writeNow(1, 1, {});
    expect(database.isTransaction).toBe(true);
    database.exec('COMMIT');
    writeNow(1, 2, {});
    expect(() => writeNow(1, 3, { kind: {} })).toThrow('"kind"');
    expect(database.isTransaction).toBe(false);
  });

  it('leaves a last rowid that other statements can read', () => {
    const { database, writeNow } = opened();
    const ids = Array.from({ length: 300 }, (_, id) => id);
    for (const id of ids) writeNow(id, 1, { text: `harbour ${id}` });
    const touch = database.prepare('UPDATE document_generations SET fold = fold');
    for (const id of ids) {
      writeNow(id, 2, null);
      expect(touch.run().changes).toBe(1);
    }
  });

  it('stores a document of one commit once, at the highest version', async () => {
    const { documents } = opened();
    const bodies = [3, 1, 2].map((version) => ({ collection: notes, id: 1, version, body: { version } }));
    documents.writeNow(bodies);
    expect(await documents.find(notes, {})).toEqual([{ version: 3 }]);
  });
});

describe('prepared statements', () => {
  it('are cached by their text, and the least recently used are evicted', () => {
    const statements = createStatements(openDatabase(':memory:'), { limit: 2 });
    const [one, two] = [statements('SELECT 1'), statements('SELECT 2')];
    expect(statements('SELECT 1')).toBe(one);
    statements('SELECT 3');
    expect(statements('SELECT 1')).toBe(one);
    expect(statements('SELECT 2')).not.toBe(two);
  });
});

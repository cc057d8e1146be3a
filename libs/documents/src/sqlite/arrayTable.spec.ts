import type { Collection } from '../documents.ts';
import { createSqliteDocuments, openDatabase } from './sqliteDocuments.ts';

const notes: Collection = {
  name: 'notes',
  projectionVersion: 1,
  indexes: [['tags', 'hidden', 'kind']],
  arrays: ['tags'],
};

describe('the rows of an array', () => {
  it.each([
    ['are left alone where neither the array nor what they carry changes', { text: 'b' }, 0],
    ['are written and deleted where a value comes and another goes', { tags: [1, 2, 4] }, 2],
    ['are all replaced where what they carry changes', { hidden: true }, 6],
    ['are all replaced where another thing that they carry changes', { kind: 'y' }, 6],
  ])('%s', (_, change, rows) => {
    const database = openDatabase(':memory:', { durability: 'normal' });
    const documents = createSqliteDocuments(database, [notes]);
    const changed = () => Number(database.prepare('SELECT total_changes() AS rows').get()?.rows);
    const body = { tags: [1, 2, 3], hidden: false, kind: 'x', text: 'a' };
    documents.writeNow([{ collection: notes, id: 1, version: 1, body }]);
    const before = changed();
    documents.writeNow([{ collection: notes, id: 1, version: 2, body: { ...body, ...change } }]);
    expect(changed() - before).toBe(1 + rows);
  });
});

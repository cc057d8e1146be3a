import type { Collection } from '../documents.ts';
import { memoryDatabases } from './memoryDatabases.contract.ts';
import { createSqliteDocuments } from './sqliteDocuments.ts';

const notes: Collection = { name: 'notes', projectionVersion: 3, indexes: [['rank']], texts: ['title'] };
const collections = [notes];

describe('databases in memory with tables', () => {
  it('are equal, without the documents of earlier ones', async () => {
    const open = memoryDatabases({ isLogBeside: true });
    const note = { collection: notes, id: 1, version: 1, body: { rank: 1, title: 'Regatta' } };
    for (const database of [open(collections), open(collections)]) {
      const before = database.prepare('SELECT sql FROM sqlite_schema ORDER BY name').all();
      const documents = createSqliteDocuments(database, collections, { isLogBeside: true });
      expect(database.prepare('SELECT sql FROM sqlite_schema ORDER BY name').all()).toEqual(before);
      expect(database.prepare('PRAGMA secure_delete').get()).toEqual({ secure_delete: 2 });
      expect([await documents.outdated(), await documents.count(notes)]).toEqual([[], 0]);
      await documents.write([note]);
      expect(await documents.find(notes, {})).toEqual([note.body]);
      database.close();
    }
  });
});

import type { Collection } from '../documents.ts';
import { createSqliteDocuments, openDatabase } from './sqliteDocuments.ts';

const notes: Collection = { name: 'notes', projectionVersion: 3, indexes: [['rank']] };
const others: Collection = { name: 'others', projectionVersion: 1 };

const outdatedNames = async (
  database: ReturnType<typeof openDatabase>,
  collections: readonly Collection[],
): Promise<string[]> => {
  const documents = createSqliteDocuments(database, collections, { isLogBeside: true });
  return (await documents.outdated()).map(({ name }) => name);
};

describe('the documents beside their log', () => {
  it('need not be filled in a new file, unlike a collection that is added or raised later', async () => {
    const database = openDatabase(':memory:', { durability: 'normal' });
    expect(await outdatedNames(database, [notes])).toEqual([]);
    expect(await outdatedNames(database, [notes, others])).toEqual(['others']);
    expect(await outdatedNames(database, [{ ...notes, projectionVersion: 4 }])).toEqual(['notes']);
    database.close();
  });

  it('need be filled in a file that has a log', async () => {
    const database = openDatabase(':memory:', { durability: 'normal' });
    database.exec('CREATE TABLE commits (position INTEGER PRIMARY KEY)');
    expect(await outdatedNames(database, [notes])).toEqual(['notes']);
    database.close();
  });
});

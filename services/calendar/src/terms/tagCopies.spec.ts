import type { Collection } from '@almanac/documents';
import { createSqliteDocuments, openDatabase } from '@almanac/documents/sqlite';
import { refoldTagNames, type TagCopy, tagCopies, tagCopy } from './tagCopies.ts';

const facts = (id: number, name: string) => ({
  id,
  name,
  slug: `s${id}`,
  description: '',
  language: 'en',
  group: null,
});

describe('a tag that an earlier release has folded otherwise', () => {
  it('is found by its name, and keeps its guard', async () => {
    const database = openDatabase(':memory:', { durability: 'normal' });
    const before: Collection = { ...tagCopies, projectionVersion: tagCopies.projectionVersion - 1 };
    await createSqliteDocuments(database, [before]).write([
      { collection: before, id: 1, version: 7, body: { ...tagCopy(facts(1, 'Straße'), 7), sortName: 'strase' } },
      { collection: before, id: 2, version: 8, body: tagCopy(facts(2, 'Été'), 8) },
    ]);
    const documents = createSqliteDocuments(database, [tagCopies]);
    await refoldTagNames(documents);
    expect(await documents.find<TagCopy>(tagCopies, { filter: { field: 'sortName', equals: 'strasse' } })).toEqual([
      tagCopy(facts(1, 'Straße'), 7),
    ]);
    expect(await documents.get(tagCopies, 1)).toMatchObject({
      version: 7,
      projectionVersion: tagCopies.projectionVersion,
    });
    expect(await documents.get(tagCopies, 2)).toMatchObject({
      version: 8,
      projectionVersion: before.projectionVersion,
    });
  });
});

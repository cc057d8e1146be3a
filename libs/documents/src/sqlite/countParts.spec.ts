import type { Collection, Filter } from '../documents.ts';
import { createSqliteDocuments, openDatabase } from './sqliteDocuments.ts';

const notes: Collection = { name: 'notes', projectionVersion: 1, indexes: [['rank']], texts: ['title', 'text'] };
/** More documents than one statement counts. */
const NOTES = 6_000;

const words = (...each: readonly string[]): Filter => ({ texts: ['title', 'text'], words: each });

describe('a count of words in many documents', () => {
  const database = openDatabase(':memory:', { durability: 'normal' });
  const documents = createSqliteDocuments(database, [notes]);
  beforeAll(() => {
    const body = (id: number) => ({ id, rank: id % 10, title: `Note ${id}`, text: id % 3 === 0 ? 'harbour' : 'hill' });
    const ids = Array.from({ length: NOTES }, (_, index) => index + 1);
    documents.writeNow(ids.map((id) => ({ collection: notes, id, version: 1, body: body(id) })));
    // the last ones wait for trigrams, or have none of their former text
    const changed = [3, 2_500, NOTES].map((id) => ({
      collection: notes,
      id,
      version: 2,
      body: { id, rank: 1, title: 'Harbour' },
    }));
    documents.writeNow([...changed, { collection: notes, id: 6, version: 2, body: null }]);
  });
  afterAll(() => database.close());

  it.each<[string, Filter]>([
    ['a common word', words('harbour')],
    ['two words', words('harbour', 'note')],
    ['a rare word', words('note 4321')],
    ['a word with a field', { all: [words('harbour'), { field: 'rank', equals: 1 }] }],
    ['either of two words', { any: [words('hill'), { all: [words('harbour'), { field: 'rank', from: 5 }] }] }],
    ['documents without a word', { not: words('harbour') }],
    ['a short word', words('no')],
    ['a whole text', { texts: ['text'], exactly: 'Hill' }],
  ])('is the number of documents that a search finds: %s', async (_, filter) => {
    const found = await documents.find(notes, { filter });
    expect(found.length).toBeGreaterThan(0);
    expect(await documents.count(notes, filter)).toBe(found.length);
  });

  it('includes documents that are added later', async () => {
    const before = await documents.count(notes, words('harbour'));
    documents.writeNow([{ collection: notes, id: NOTES + 1, version: 1, body: { id: NOTES + 1, title: 'Harbour' } }]);
    expect(await documents.count(notes, words('harbour'))).toBe(before + 1);
  });
});

import type { Collection, Filter } from '@almanac/documents';
import { createSqliteDocuments, openDatabase } from '@almanac/documents/sqlite';
import { searchTerms } from '@almanac/text';
import { relevanceRanks, searchFilter } from './searchFilter.ts';

const records: Collection = { name: 'records', projectionVersion: 1, texts: ['title', 'excerpt', 'content'] };
const columns = { title: 'title', excerpt: 'excerpt', content: 'content' };

const searchOf = (text: string, exact = false) => ({ ...searchTerms(text)!, exact, columns: Object.values(columns) });

/** Returns a function that is true if a filter finds the record, in a store of its own. */
const finds = async ([title, excerpt, content]: readonly string[]) => {
  const documents = createSqliteDocuments(openDatabase(':memory:'), [records]);
  documents.writeNow([{ collection: records, id: 1, version: 1, body: { title, excerpt, content } }]);
  return async (filter: Filter) => (await documents.count(records, filter)) === 1;
};

describe('a search filter', () => {
  it.each([
    ['apple pie', ['Apple Tart', '', 'with pie'], false, true],
    ['apple pie', ['Apple', '', ''], false, false],
    ['apple -pie', ['Apple', 'pie', ''], false, false],
    ['-pie', ['Apple', '', ''], false, true],
    ['-pie', ['Apple', 'pie', ''], false, false],
    ['creme', ['Crème', '', ''], false, true],
    ['100%', ['1000 %', '', ''], false, false],
    ['l’été', ["Fête de l'été", '', ''], false, true],
    ["l'été", ['Fête de l’été', '', ''], false, true],
    ['“tout” – même', ['"Tout" - même', '', ''], false, true],
    ['apple', ['Apple', '', ''], true, true],
    ['apple', ['Apple tart', '', ''], true, false],
    ['apple tart', ['Apple', 'Tart', ''], true, true],
  ])('matches or not: %j in %j, exact %s: %s', async (text, texts, exact, expected) => {
    const found = await finds(texts);
    expect(await found(searchFilter(searchOf(text, exact)))).toBe(expected);
  });
});

describe('the rank by relevance', () => {
  /** Returns the position of the first rank that finds the record, from 1. */
  const rankOf = async (text: string, texts: readonly string[], exact = false) => {
    const found = await finds(texts);
    for (const [place, rank] of relevanceRanks(searchOf(text, exact), columns).entries())
      if (await found(rank)) return place + 1;
    return 'last';
  };

  it.each([
    ['apple', ['Äpple', '', ''], 1],
    ['apple', ['x', 'apple', ''], 'last'],
    ['apple pie', ['The apple pie', '', ''], 1],
    ['apple pie', ['Pie of apple', '', ''], 2],
    ['apple pie', ['Pie', '', ''], 3],
    ['apple pie', ['x', 'apple pie', ''], 4],
    ['apple pie', ['x', 'y', 'an apple pie'], 5],
    ['apple pie', ['x', 'pie', 'apple'], 'last'],
    ['the apple', ['An apple', '', ''], 2],
    ['apple pie -tart', ['Pie of apple', '', ''], 1],
    ['apple -pie', ['x', 'apple -pie', ''], 'last'],
    ['1 2 3 4 5 6 7', ['7 6 5 4 3 2 1', '', ''], 'last'],
    ['1 2 3 4 5 6 7', ['1 2 3 4 5 6 7 8', '', ''], 1],
    ['-pie', ['apple', '', ''], 'last'],
  ])('is computed for %j in %j: %s', async (text, texts, rank) => {
    expect(await rankOf(text, texts)).toBe(rank);
  });

  it('is equal for all records of an exact search', () => {
    expect(relevanceRanks(searchOf('apple', true), columns)).toEqual([]);
  });
});

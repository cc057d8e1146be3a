import type { Collection, Query } from '../documents.ts';
import { NotingDatabase } from './notingDatabase.contract.ts';
import { createSqliteDocuments } from './sqliteDocuments.ts';

export interface ListPlan {
  readonly what: string;
  readonly collection: Collection;
  /** The body of all documents of the collection; the query finds them. */
  readonly body: object;
  readonly query: Query;
}

/** Number of documents: too many for a plan that fetches them all. */
const NUMBER = 3_000;

/** From this step on only the records of the page are fetched and sorted. */
const PAGE = 'SCAN m';

const isCostly = (steps: readonly string[]): boolean => {
  const page = steps.indexOf(PAGE);
  return steps
    .slice(0, page === -1 ? steps.length : page)
    .some((step) => /TEMP B-TREE|SEARCH d USING INTEGER PRIMARY KEY/.test(step));
};

/** Requires that a list's page costs the same for any number of matches, and that counting fetches no record. */
export const listPlansContract = (lists: readonly ListPlan[]): void => {
  it.each(lists)(
    'read a page of $what along an index, and count it by the same',
    async ({ collection, body, query }) => {
      const database = new NotingDatabase(':memory:');
      const documents = createSqliteDocuments(database, [collection]);
      documents.writeNow(Array.from({ length: NUMBER }, (_, id) => ({ collection, id, version: 1, body })));
      database.statements.clear();
      expect(await documents.find(collection, { ...query, limit: 10 })).toHaveLength(10);
      expect(await documents.count(collection, query.filter)).toBe(NUMBER);
      const read = [...database.statements].filter((text) => /^\s*SELECT/.test(text));
      expect(read.length).toBeGreaterThan(1);
      expect(read.filter((text) => isCostly(database.planOf(text)))).toEqual([]);
      database.close();
    },
  );
};

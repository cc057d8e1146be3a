import type { Collection, Order } from '../documents.ts';
import { createSqliteDocuments, openDatabase } from './sqliteDocuments.ts';

interface Note {
  readonly id: number;
  readonly hidden: boolean;
  readonly rank: number | null;
  readonly start: string;
  readonly tags: readonly number[];
}

const notes: Collection = {
  name: 'notes',
  projectionVersion: 1,
  indexes: [['hidden'], ['rank', 'start']],
  arrays: ['tags'],
};
/** More documents than are counted for the choice of a plan. */
const NOTES = 2_500;

const noteOf = (id: number): Note => ({
  id,
  hidden: id % 10 === 0,
  rank: id % 4 === 0 ? null : id % 7,
  start: `2031-${(id * 37) % 1_000}`,
  tags: [id % 3],
});

const isBefore = (one: Note, other: Note): number =>
  (one.rank ?? 0) - (other.rank ?? 0) ||
  (one.start < other.start ? -1 : one.start > other.start ? 1 : 0) ||
  one.id - other.id;

describe('a walk along a range of the field of the order', () => {
  const database = openDatabase(':memory:', { durability: 'normal' });
  const documents = createSqliteDocuments(database, [notes]);
  const all = Array.from({ length: NOTES }, (_, index) => noteOf(index + 1));
  beforeAll(() => documents.writeNow(all.map((body) => ({ collection: notes, id: body.id, version: 1, body }))));
  afterAll(() => database.close());

  it.each(['asc', 'desc'] satisfies Order['direction'][])(
    'finds the same documents in the order %s',
    async (direction) => {
      const found = await documents.find<Note>(notes, {
        filter: {
          all: [
            { field: 'hidden', equals: false },
            { field: 'rank', after: 1, to: 5 },
            { field: 'start', from: '2031-2' },
            { field: 'tags', contains: [0, 1] },
          ],
        },
        order: [
          { field: 'rank', direction },
          { field: 'start', direction },
        ],
        limit: 20,
        offset: 30,
      });
      const matches = all.filter(
        ({ hidden, rank, start, tags }) =>
          !hidden && rank !== null && rank > 1 && rank <= 5 && start >= '2031-2' && tags[0] !== 2,
      );
      const expected = matches.sort(direction === 'asc' ? isBefore : (one, other) => isBefore(other, one));
      expect(found.map(({ id }) => id)).toEqual(expected.slice(30, 50).map(({ id }) => id));
    },
  );
});

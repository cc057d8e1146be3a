import type { Collection, Filter } from '../documents.ts';
import type { Make } from './make.ts';

const posts: Collection = { name: 'posts', projectionVersion: 1, indexes: [['status']], arrays: ['terms'] };
const terms: Collection = { name: 'terms', projectionVersion: 1 };

const published: Filter = { field: 'status', equals: 'publish' };
const used: Filter = { referencedBy: { collection: posts, field: 'terms', filter: published } };

/** Requires that counts are correct after every change, even if cached. */
export const countsContract = (make: Make): void => {
  it('counts again after each change of the collection or of one that it refers to', async () => {
    const { documents, dispose } = await make([posts, terms]);
    await documents.write([1, 2].map((id) => ({ collection: terms, id, version: 1, body: {} })));
    const seen: number[][] = [];
    for (const [version, status, ids] of [
      [1, 'draft', [1]],
      [2, 'publish', [1]],
      [3, 'publish', [1, 2]],
    ] as const) {
      await documents.write([{ collection: posts, id: 1, version, body: { status, terms: ids } }]);
      seen.push([await documents.count(posts, published), await documents.count(terms, used)]);
      expect([await documents.count(posts, published), await documents.count(terms, used)]).toEqual(seen.at(-1));
    }
    expect(seen).toEqual([
      [0, 0],
      [1, 1],
      [1, 2],
    ]);
    await documents.write([{ collection: posts, id: 1, version: 4, body: null }]);
    expect(await documents.count(posts)).toBe(0);
    expect(await documents.count(terms, used)).toBe(0);
    expect(await documents.countBy(posts, 'terms', [1, 2])).toEqual(
      new Map([
        [1, 0],
        [2, 0],
      ]),
    );
    await dispose();
  });

  it('counts a document once for a value that appears twice in its array', async () => {
    const { documents, dispose } = await make([posts, terms]);
    await documents.write([{ collection: posts, id: 1, version: 1, body: { status: 'publish', terms: [4, 4, 5] } }]);
    expect(await documents.countBy(posts, 'terms', [5, 4, 6], published)).toEqual(
      new Map([
        [5, 1],
        [4, 1],
        [6, 0],
      ]),
    );
    expect(await documents.count(posts, { field: 'terms', contains: [4, 5] })).toBe(1);
    await dispose();
  });
};

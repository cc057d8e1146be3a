import type { Db } from 'mongodb';
import type { Collection } from '../documents.ts';
import { RebuildEndedError } from '../errors.ts';
import { Generations } from './generations.ts';

const posts: Collection = { name: 'posts', projectionVersion: 1 };

interface Book {
  readonly revision: number;
}

/** Fakes the database for generations, with a pause between a replica's read of the book and its change. */
const database = () => {
  const dropped: string[] = [];
  const there = new Set<string>();
  let book: Book | null = null;
  let meanwhile: (() => Promise<unknown>) | undefined;
  const books = {
    findOne: async () => structuredClone(book),
    replaceOne: async ({ revision }: Book, next: Book) => {
      const others = meanwhile;
      meanwhile = undefined;
      await others?.();
      if ((book?.revision ?? 0) !== revision) return { matchedCount: 0, upsertedCount: 0 };
      book = structuredClone(next);
      return { matchedCount: 1, upsertedCount: 0 };
    },
  };
  const mended: string[] = [];
  const documents = (name: string) => ({
    collectionName: name,
    createIndexes: async () => undefined,
    find: () => {
      mended.push(name);
      return [];
    },
    drop: async () => {
      there.delete(name);
      dropped.push(name);
    },
  });
  const listCollections = () => ({ toArray: async () => [...there].map((name) => ({ name })) });
  const collection = (name: string) => (name === 'generations' ? books : documents(name));
  return {
    dropped,
    /** The collections whose documents got other fields beside their bodies. */
    mended,
    /** The collections that the server lists. */
    there,
    /** Runs `act` just before the next change of the book arrives, as another replica. */
    before: (act: () => Promise<unknown>) => {
      meanwhile = act;
    },
    replica: (of = posts) => new Generations({ collection, listCollections } as unknown as Db, [of], 0),
  };
};

/** Returns two replicas; the second fills generation 2 beside the live generation 1. */
const filling = async () => {
  const world = database();
  const [one, other] = [world.replica(), world.replica()];
  await one.open(true);
  expect(await other.begin([posts])).toEqual(new Map([['posts', 2]]));
  return { ...world, one, other, second: new Map([[posts, 2]]) };
};

describe('a generation that another replica activates while a change is refused', () => {
  it('is not dropped by a rebuild that starts', async () => {
    const { one, other, second, dropped, before } = await filling();
    before(() => other.switch(second));
    expect(await one.begin([posts])).toEqual(new Map([['posts', 3]]));
    expect(await one.entry(posts)).toMatchObject({ live: 2, filling: 3 });
    expect(dropped).toEqual(['documents.posts.1']);
  });

  it('is not dropped by a rebuild that gives it up', async () => {
    const { one, other, second, dropped, before } = await filling();
    before(() => other.switch(second));
    await one.abandon(second);
    expect(await other.entry(posts)).toMatchObject({ live: 2 });
    expect(dropped).toEqual(['documents.posts.1']);
  });

  it('stays the only one of two that were to replace the first', async () => {
    const { one, other, second, dropped, before } = await filling();
    before(() => other.switch(second));
    await expect(one.switch(second)).rejects.toThrow(RebuildEndedError);
    expect(dropped).toEqual(['documents.posts.1']);
  });
});

describe('a replaced generation', () => {
  it('is written until no replica can still read it, and then dropped', async () => {
    const { one, other, second, dropped, before } = await filling();
    const written = async () => (await one.written(posts)).map(({ collectionName }) => collectionName);
    const seen: unknown[] = [await written()];
    // the switch changes the book twice: when the new generation becomes live, and when the old one is dropped
    before(async () => {
      before(async () => seen.push(await written(), [...dropped]));
    });
    await other.switch(second);
    expect(seen).toEqual([['documents.posts.1', 'documents.posts.2'], ['documents.posts.2', 'documents.posts.1'], []]);
    expect(await written()).toEqual(['documents.posts.2']);
    expect(dropped).toEqual(['documents.posts.1']);
  });
});

describe('the fields beside the bodies of documents', () => {
  const indexed: Collection = { ...posts, indexes: [['city']] };

  it('follow a changed declaration at the start of the same release', async () => {
    const { replica, mended } = database();
    await replica().open(true);
    await replica(indexed).open(false);
    await replica(indexed).open(false);
    expect(mended).toEqual(['documents.posts.1']);
  });

  it('stay as a newer release has made them if a replica of the older one starts again', async () => {
    const { replica, mended } = database();
    await replica({ ...indexed, projectionVersion: 2 }).open(true);
    await replica().open(false);
    expect(mended).toEqual([]);
  });
});

describe('leftovers of a killed process', () => {
  it('are dropped by a sweep: replaced generations that are still written, and unregistered ones', async () => {
    const { one, other, second, there, dropped, before } = await filling();
    for (const name of ['documents.posts.1', 'documents.posts.2', 'documents.posts.7', 'commits', 'documents.7.x'])
      there.add(name);
    before(async () => before(() => Promise.reject(new Error('killed'))));
    await expect(other.switch(second)).rejects.toThrow('killed');
    expect(await one.entry(posts)).toMatchObject({ live: 2, retiring: 1 });
    await one.sweep();
    expect(dropped.sort()).toEqual(['documents.posts.1', 'documents.posts.7']);
    expect(await one.entry(posts)).toEqual(expect.not.objectContaining({ retiring: 1 }));
    await one.sweep();
    expect([...there].sort()).toEqual(['commits', 'documents.7.x', 'documents.posts.2']);
  });
});

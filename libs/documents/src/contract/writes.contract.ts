import type { Collection, DocumentId } from '../documents.ts';
import { UndeclaredFieldError, UnindexableValueError, UnknownCollectionError } from '../errors.ts';
import type { Make } from './make.ts';

const notes: Collection = {
  name: 'notes',
  projectionVersion: 2,
  indexes: [
    ['kind', 'rank'],
    ['tags', 'kind', 'rank'],
  ],
  arrays: ['tags'],
  texts: ['text'],
};
const older: Collection = { ...notes, projectionVersion: 1 };
const newer: Collection = { ...notes, projectionVersion: 3 };
const labels: Collection = { name: 'labels', projectionVersion: 1 };

const opened = async (make: Make) => {
  const { documents, dispose } = await make([notes]);
  const put = (id: DocumentId, version: number, body: object | null, collection = notes) =>
    documents.write([{ collection, id, version, body }]);
  const ranks = async () => (await documents.find<{ rank: number }>(notes, {})).map(({ rank }) => rank);
  return { documents, dispose, put, ranks };
};

/** Requirements for guards by version, tombstones, ids and bodies. */
export const writesContract = (make: Make): void => {
  it('answers undefined for a document that never existed', async () => {
    const { documents, dispose } = await opened(make);
    expect(await documents.get(notes, 1)).toBeUndefined();
    expect(await documents.find(notes, {})).toEqual([]);
    await dispose();
  });

  it('tells another version after every change and the same without one, or none at all', async () => {
    const { documents, put, dispose } = await opened(make);
    const versions: (string | undefined)[] = [];
    const changes = [
      () => put(1, 1, { rank: 1 }),
      () => put(1, 2, { rank: 2 }),
      () => put('1', 1, { rank: 1 }),
      () => put(1, 3, null),
      async () => (await documents.rebuild([notes])).switch(),
    ];
    for (const change of changes) {
      await change();
      versions.push(await documents.version());
      await put(1, 1, { rank: 9 });
      await documents.find(notes, {});
      if (change !== changes.at(-1)) expect(await documents.version()).toBe(versions.at(-1));
    }
    expect([1, versions.length]).toContain(new Set(versions).size);
    expect(new Set(versions).size === 1).toBe(versions.includes(undefined));
    await dispose();
  });

  it('stores documents right although a writer wrongly expects them to be new', async () => {
    const { documents, put, ranks, dispose } = await opened(make);
    const putNew = (version: number, rank: number) =>
      documents.write([{ collection: notes, id: 1, version, body: { rank }, isNew: true }]);
    await putNew(5, 1);
    await putNew(6, 2);
    await putNew(6, 3);
    expect(await ranks()).toEqual([2]);
    await put(1, 7, null);
    await putNew(6, 4);
    expect(await ranks()).toEqual([]);
    await putNew(8, 5);
    expect(await ranks()).toEqual([5]);
    await dispose();
  });

  it('counts every change of a collection and no change of another one, or none at all', async () => {
    const { documents, dispose } = await make([notes, labels]);
    const put = (version: number, body: object | null) =>
      documents.write([{ collection: notes, id: 1, version, body }]);
    const counts = [documents.changesOf(notes)];
    const ofLabels = documents.changesOf(labels);
    for (const [version, body] of [{ rank: 1 }, { rank: 2 }, null].entries()) {
      await put(version + 1, body);
      counts.push(documents.changesOf(notes));
      await put(1, { rank: 9 });
      expect([documents.changesOf(notes), documents.changesOf(labels)]).toEqual([counts.at(-1), ofLabels]);
    }
    await (await documents.rebuild([notes])).switch();
    counts.push(documents.changesOf(notes));
    expect(new Set(counts).size).toBe(counts[0] === undefined ? 1 : counts.length);
    await dispose();
  });

  it('returns a body as it was written', async () => {
    const { documents, put, dispose } = await opened(make);
    const body = { text: 'ü "x" \u0000 𝒳', list: [], deep: { none: null, yes: true, real: 1.5, large: 2 ** 53 - 1 } };
    await put(7, 1, body);
    expect(await documents.get(notes, 7)).toEqual({ id: 7, version: 1, projectionVersion: 2, body });
    await dispose();
  });

  it('distinguishes the id 7 from the id "7"', async () => {
    const { documents, put, dispose } = await opened(make);
    await put(7, 1, { rank: 1 });
    await put('7', 1, { rank: 2 });
    expect(await documents.getMany(notes, ['7', 7, 8])).toEqual([{ rank: 2 }, { rank: 1 }]);
    await dispose();
  });

  it('orders numeric ids by number, before texts', async () => {
    const { put, ranks, dispose } = await opened(make);
    for (const [rank, id] of [10, 'b', 9, 'a', 100, 'B'].entries()) await put(id, 1, { rank });
    expect(await ranks()).toEqual([2, 0, 4, 5, 3, 1]);
    await dispose();
  });

  it.each([
    ['a higher version', 2, notes, 5],
    ['the same version', 1, notes, 0],
    ['a lower version of a higher projection version', 0, newer, 0],
    ['the same version of a higher projection version', 1, newer, 5],
    ['the same version of a lower fold', 1, older, 0],
    ['a higher version of a lower fold', 2, older, 5],
  ])('writes %s, and replaces only older versions', async (_, version, collection, rank) => {
    const { put, ranks, dispose } = await opened(make);
    await put(1, 1, { rank: 0 });
    await put(1, version, { rank: 5 }, collection);
    expect(await ranks()).toEqual([rank]);
    await dispose();
  });

  it('does not let a slow writer bring a deleted document back', async () => {
    const { documents, put, ranks, dispose } = await opened(make);
    await put(1, 1, { rank: 1, tags: [1], text: 'harbour' });
    await put(1, 3, null);
    await put(1, 2, { rank: 2 });
    await put(1, 3, { rank: 3 });
    await put(2, 5, null);
    await put(2, 4, { rank: 4 });
    expect(await ranks()).toEqual([]);
    expect(await documents.get(notes, 1)).toEqual({ id: 1, version: 3, projectionVersion: 2, body: null });
    expect(await documents.get(notes, 2)).toEqual({ id: 2, version: 5, projectionVersion: 2, body: null });
    expect(await documents.getMany(notes, [1, 2])).toEqual([]);
    expect(await documents.count(notes, { field: 'tags', contains: [1] })).toBe(0);
    expect(await documents.count(notes, { texts: ['text'], words: ['harbour'] })).toBe(0);
    await put(1, 4, { rank: 4, tags: [1] });
    expect(await ranks()).toEqual([4]);
    expect(await documents.count(notes, { field: 'tags', contains: [1] })).toBe(1);
    await dispose();
  });

  it('finds a changed document by its new values only', async () => {
    const { documents, put, dispose } = await opened(make);
    await put(1, 1, { kind: 'a', tags: [1, 2], text: 'harbour feast' });
    await put(1, 2, { kind: 'b', tags: [2, 3], text: 'harbour walk' });
    const count = (filter: object) => documents.count(notes, filter as never);
    expect(await count({ field: 'kind', equals: 'a' })).toBe(0);
    expect(await count({ field: 'kind', equals: 'b' })).toBe(1);
    for (const [tag, number] of [
      [1, 0],
      [2, 1],
      [3, 1],
    ] as const)
      expect([tag, await count({ field: 'tags', contains: [tag] })]).toEqual([tag, number]);
    for (const [word, number] of [
      ['feast', 0],
      ['arb', 1],
      ['walk', 1],
    ] as const)
      expect([word, await count({ texts: ['text'], words: [word] })]).toEqual([word, number]);
    await dispose();
  });

  it('finds a document by an array and a field of which one has changed', async () => {
    const { documents, put, dispose } = await opened(make);
    const find = (tag: number, kind: string) =>
      documents.find<{ rank: number }>(notes, {
        filter: {
          all: [
            { field: 'tags', contains: [tag] },
            { field: 'kind', equals: kind },
          ],
        },
        order: [{ field: 'rank', direction: 'asc' }],
        limit: 5,
      });
    await put(1, 1, { kind: 'a', tags: [1, 2], rank: 1 });
    await put(1, 2, { kind: 'b', tags: [1, 2], rank: 2 });
    await put(2, 1, { kind: 'b', tags: [2], rank: 1 });
    expect(await find(1, 'a')).toEqual([]);
    expect(await find(2, 'b')).toMatchObject([{ rank: 1 }, { rank: 2 }]);
    await put(1, 3, { kind: 'b', tags: [3], rank: 0 });
    expect(await find(2, 'b')).toMatchObject([{ rank: 1 }]);
    expect(await find(3, 'b')).toMatchObject([{ rank: 0 }]);
    await dispose();
  });

  it('refuses undeclared fields and collections with an error', async () => {
    const { documents, dispose } = await opened(make);
    const find = (filter: object) => documents.find(notes, { filter: filter as never });
    await expect(find({ field: 'title', equals: 1 })).rejects.toThrow(UndeclaredFieldError);
    await expect(find({ field: 'tags', equals: 1 })).rejects.toThrow('"notes"');
    await expect(find({ field: 'kind', contains: [1] })).rejects.toThrow('"kind"');
    await expect(find({ texts: ['kind'], words: ['a'] })).rejects.toThrow(UndeclaredFieldError);
    await expect(documents.find(notes, { order: [{ field: 'text', direction: 'asc' }] })).rejects.toThrow('"text"');
    await expect(documents.count(notes, { field: 'kin', equals: 1 })).rejects.toThrow(UndeclaredFieldError);
    await expect(documents.countBy(notes, 'text', [1])).rejects.toThrow(UndeclaredFieldError);
    await expect(documents.find({ name: 'others', projectionVersion: 1 }, {})).rejects.toThrow(UnknownCollectionError);
    await dispose();
  });

  it('refuses an object in a scalar field, and writes nothing of the call', async () => {
    const { documents, ranks, dispose } = await opened(make);
    const writes = [{ rank: 1 }, { kind: { a: 1 } }].map((body, id) => ({ collection: notes, id, version: 1, body }));
    await expect(documents.write(writes)).rejects.toThrow(UnindexableValueError);
    await expect(documents.write([{ collection: notes, id: 5, version: 1, body: { tags: [[1]] } }])).rejects.toThrow(
      '"tags"',
    );
    expect(await ranks()).toEqual([]);
    await dispose();
  });
};

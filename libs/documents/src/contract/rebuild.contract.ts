import type { Collection, Filter } from '../documents.ts';
import { RebuildEndedError } from '../errors.ts';
import type { Make } from './make.ts';

const notes: Collection = {
  name: 'notes',
  projectionVersion: 1,
  indexes: [['kind']],
  arrays: ['tags'],
  texts: ['text'],
};
const others: Collection = { name: 'others', projectionVersion: 1, indexes: [['kind']] };
const write = (id: number, version: number, body: object | null, collection = notes) => [
  { collection, id, version, body },
];
const ofKind = (kind: string): Filter => ({ field: 'kind', equals: kind });

/** Requirements for new generations beside the live ones. */
export const rebuildContract = (make: Make): void => {
  it('calls a new collection outdated until it has been rebuilt', async () => {
    const { documents, dispose } = await make([notes, others]);
    expect((await documents.outdated()).map(({ name }) => name)).toEqual(['notes', 'others']);
    await (await documents.rebuild([notes])).switch();
    expect((await documents.outdated()).map(({ name }) => name)).toEqual(['others']);
    await (await documents.rebuild([notes, others])).switch();
    expect(await documents.outdated()).toEqual([]);
    await dispose();
  });

  it('shows only the live generation until the switch, and then only the new one', async () => {
    const { documents, dispose } = await make([notes, others]);
    await documents.write([...write(1, 1, { kind: 'old' }), ...write(1, 1, { kind: 'old' }, others)]);
    const rebuild = await documents.rebuild([notes, others]);
    await rebuild.write([...write(2, 1, { kind: 'new' }), ...write(2, 1, { kind: 'new' }, others)]);
    expect(await documents.find(notes, {})).toEqual([{ kind: 'old' }]);
    expect(await documents.get(notes, 2)).toBeUndefined();
    await rebuild.switch();
    expect(await documents.find(notes, {})).toEqual([{ kind: 'new' }]);
    expect(await documents.count(others, ofKind('new'))).toBe(1);
    expect(await documents.get(notes, 1)).toBeUndefined();
    await dispose();
  });

  it('gives concurrent writes to both generations, each under its guard', async () => {
    const { documents, dispose } = await make([notes]);
    await documents.write([...write(1, 1, { kind: 'a' }), ...write(2, 1, { kind: 'a' })]);
    const rebuild = await documents.rebuild([notes]);
    await documents.write([...write(1, 2, { kind: 'b', tags: [1], text: 'harbour' }), ...write(2, 2, null)]);
    expect(await documents.count(notes, ofKind('b'))).toBe(1);
    await rebuild.write([...write(1, 1, { kind: 'a' }), ...write(2, 1, { kind: 'a' }), ...write(3, 1, { kind: 'b' })]);
    await rebuild.switch();
    expect(await documents.find(notes, {})).toEqual([{ kind: 'b', tags: [1], text: 'harbour' }, { kind: 'b' }]);
    expect(await documents.get(notes, 2)).toEqual({ id: 2, version: 2, projectionVersion: 1, body: null });
    expect(await documents.count(notes, { field: 'tags', contains: [1] })).toBe(1);
    expect(await documents.count(notes, { texts: ['text'], words: ['bour'] })).toBe(1);
    await dispose();
  });

  it('reads the new generation in id order, tombstones included', async () => {
    const { documents, dispose } = await make([notes]);
    const rebuild = await documents.rebuild([notes]);
    for (const id of [10, 9, 100]) await rebuild.write(write(id, 1, id === 9 ? null : { id }));
    expect(await rebuild.read(notes, undefined, 2)).toEqual([
      { id: 9, version: 1, projectionVersion: 1, body: null },
      { id: 10, version: 1, projectionVersion: 1, body: { id: 10 } },
    ]);
    expect((await rebuild.read(notes, 10)).map(({ id }) => id)).toEqual([100]);
    expect(await rebuild.read(notes, 100)).toEqual([]);
    await rebuild.abandon();
    await dispose();
  });

  it('reads large documents of the new generation in pages of bounded length', async () => {
    const { documents, dispose } = await make([notes]);
    const rebuild = await documents.rebuild([notes]);
    const text = 'x'.repeat(1_500_000);
    for (let id = 1; id <= 5; id++) await rebuild.write(write(id, 1, { id, body: text }));
    expect((await rebuild.read(notes)).map(({ id }) => id)).toEqual([1, 2, 3]);
    expect((await rebuild.read(notes, 3)).map(({ id }) => id)).toEqual([4, 5]);
    expect(await rebuild.read(notes, 5)).toEqual([]);
    await rebuild.abandon();
    await dispose();
  });

  it('leaves the live generation unchanged when abandoned', async () => {
    const { documents, dispose } = await make([notes]);
    const rebuild = await documents.rebuild([notes]);
    await rebuild.write(write(5, 1, { kind: 'new' }));
    await documents.write(write(1, 1, { kind: 'live' }));
    await rebuild.abandon();
    expect(await documents.find(notes, {})).toEqual([{ kind: 'live' }]);
    await documents.write(write(1, 2, { kind: 'later' }));
    expect(await documents.find(notes, {})).toEqual([{ kind: 'later' }]);
    await dispose();
  });

  it('ends a rebuild that another replaces', async () => {
    const { documents, dispose } = await make([notes, others]);
    const first = await documents.rebuild([notes, others]);
    await first.write(write(1, 1, { kind: 'first' }));
    const second = await documents.rebuild([notes]);
    await expect(first.write(write(2, 1, { kind: 'first' }))).rejects.toThrow(RebuildEndedError);
    await expect(first.switch()).rejects.toThrow(RebuildEndedError);
    await second.switch();
    await expect(second.write(write(2, 1, { kind: 'late' }))).rejects.toThrow(RebuildEndedError);
    await expect(second.switch()).rejects.toThrow(RebuildEndedError);
    await first.abandon();
    await second.abandon();
    expect(await documents.find(notes, {})).toEqual([]);
    await dispose();
  });
};

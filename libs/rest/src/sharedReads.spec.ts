import type { Collection } from '@almanac/documents';
import { createExpensiveAnswers } from './expensiveAnswers.ts';
import { createSharedParts } from './sharedParts.ts';
import { sharedReads } from './sharedReads.ts';

const notes: Collection = { name: 'notes', projectionVersion: 1, indexes: [] };
const caller = {
  principal: { kind: 'anonymous' },
  language: 'en',
  site: 'https://site.test',
  apiRoot: 'https://site.test/en/json',
  requestId: '1',
} as const;

describe('shared reads', () => {
  const find = jest.fn(async () => []);
  const getMany = jest.fn(async () => []);
  const partsOf = createSharedParts(createExpensiveAnswers({ perAddress: 1, perProcess: 9 }));
  const readsOf = (path: string) =>
    sharedReads({ find, getMany }, partsOf({ path, caller, abandoned: () => AbortSignal.any([]) }));
  beforeEach(() => jest.clearAllMocks());

  it('run equal queries of several requests once', async () => {
    const readers = [readsOf('/a'), readsOf('/a'), readsOf('/a')];
    await Promise.all(readers.flatMap((reads) => [reads.find(notes, { limit: 1 }), reads.getMany(notes, [1, 2])]));
    expect([find.mock.calls.length, getMany.mock.calls.length]).toEqual([1, 1]);
  });

  it('run different queries, queries at other addresses and later ones by themselves', async () => {
    const reads = readsOf('/a');
    await Promise.all([
      reads.find(notes, { limit: 1 }),
      reads.find(notes, { limit: 2 }),
      readsOf('/b').find(notes, {}),
    ]);
    await reads.find(notes, { limit: 1 });
    expect(find).toHaveBeenCalledTimes(4);
  });
});

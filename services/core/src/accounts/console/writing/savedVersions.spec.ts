import { savedVersions } from './savedVersions.ts';

const event = (version: number, request: string, ...changes: readonly [string, unknown, unknown][]) => ({
  version,
  request,
  at: `2031-01-0${version}T00:00:00.000Z`,
  principal: 'user:7',
  changes: changes.map(([member, before, after]) => ({ member, before, after })),
});

describe('the saved versions of a record', () => {
  it('are one for each request, that of its last event', () => {
    const versions = savedVersions([
      event(4, 'c', ['title', 'B', 'C']),
      event(3, 'b', ['status', 'draft', 'publish'], ['slug', null, 'b']),
      event(2, 'b', ['title', 'A', 'B'], ['slug', 'a', null]),
      event(1, 'a', ['title', null, 'A']),
    ]);
    expect(versions.map(({ version, isFirst }) => [version, isFirst])).toEqual([
      [4, false],
      [3, false],
      [1, true],
    ]);
    expect(versions[1]?.changes).toEqual([
      { member: 'title', before: 'A', after: 'B' },
      { member: 'slug', before: 'a', after: 'b' },
      { member: 'status', before: 'draft', after: 'publish' },
    ]);
  });

  it('start with everything that the first request created', () => {
    const [only] = savedVersions([event(2, 'a', ['slug', null, 'a']), event(1, 'a', ['title', null, 'A'])]);
    expect([only?.version, only?.isFirst, only?.changes.length]).toEqual([2, true, 2]);
  });
});

import { differencesSince } from './differencesSince.ts';

const event = (version: number, ...changes: readonly [string, unknown, unknown][]) => ({
  version,
  changes: changes.map(([member, before, after]) => ({ member, before, after })),
});

describe('what bringing a version back would change', () => {
  const history = [
    event(4, ['city', 'Leeds', 'York'], ['zip', null, '1']),
    event(3, ['city', 'Hull', 'Leeds'], ['phone', '7', null]),
    event(2, ['city', 'York', 'Hull']),
    event(1, ['city', null, 'York']),
  ];

  it('is each member that is another now, from the newest value to that of the version', () => {
    expect(differencesSince(history, 2)).toEqual([
      { member: 'city', before: 'York', after: 'Hull' },
      { member: 'zip', before: '1', after: null },
      { member: 'phone', before: null, after: '7' },
    ]);
  });

  it('is nothing of members that have come back by themselves, and nothing of the newest version', () => {
    expect(differencesSince(history, 1).map(({ member }) => member)).toEqual(['zip', 'phone']);
    expect(differencesSince(history, 4)).toEqual([]);
  });
});

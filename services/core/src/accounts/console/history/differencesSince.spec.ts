import { differencesSince } from './differencesSince.ts';

const event = (version: number, ...changes: readonly [string, unknown, unknown][]) => ({
  version,
  changes: changes.map(([member, before, after]) => ({ member, before, after })),
});

describe('the differences that a restore would reverse', () => {
  const history = [
    event(4, ['city', 'Leeds', 'York'], ['zip', null, '1']),
    event(3, ['city', 'Hull', 'Leeds'], ['phone', '7', null]),
    event(2, ['city', 'York', 'Hull']),
    event(1, ['city', null, 'York']),
  ];

  it('are the members with another value now, from the newest value to that of the version', () => {
    expect(differencesSince(history, 2)).toEqual([
      { member: 'city', before: 'York', after: 'Hull' },
      { member: 'zip', before: '1', after: null },
      { member: 'phone', before: null, after: '7' },
    ]);
  });

  it('are empty for members that have returned to their value, and for the newest version', () => {
    expect(differencesSince(history, 1).map(({ member }) => member)).toEqual(['zip', 'phone']);
    expect(differencesSince(history, 4)).toEqual([]);
  });
});

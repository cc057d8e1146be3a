import { effectOf, guardOf, isAfter } from './bus.ts';

const mark = (epoch: number, position: number, n: number) => ({ source: 'core', epoch, position, n }) as const;

describe('the place of a delivery', () => {
  const ordered = [
    mark(1, 1, 0),
    mark(1, 1, 1_023),
    mark(1, 2, 0),
    mark(1, 5_000_000_000, 3),
    mark(2, 1, 0),
    mark(3, 1, 0),
  ];

  it('grows with epoch, position and index, as a number too', () => {
    for (const [index, place] of ordered.entries()) {
      for (const other of ordered.slice(0, index)) {
        expect([isAfter(place, other), isAfter(other, place)]).toEqual([true, false]);
        expect(guardOf(place)).toBeGreaterThan(guardOf(other));
      }
      expect([isAfter(place, place), Number.isSafeInteger(guardOf(place))]).toEqual([false, true]);
    }
  });

  it('names its effect, anew for what a restored log says in its place', () => {
    expect(effectOf('calendar.copies', mark(1, 42, 3))).toBe('calendar.copies/core/42/3');
    expect(effectOf('calendar.copies', mark(2, 42, 3))).toBe('calendar.copies/core@2/42/3');
  });
});

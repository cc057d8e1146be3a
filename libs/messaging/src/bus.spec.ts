import { effectOf, guardOf, isAfter } from './bus.ts';

const eventPosition = (epoch: number, position: number, n: number) => ({ source: 'core', epoch, position, n }) as const;

describe('the position of a delivery', () => {
  const ordered = [
    eventPosition(1, 1, 0),
    eventPosition(1, 1, 1_023),
    eventPosition(1, 2, 0),
    eventPosition(1, 5_000_000_000, 3),
    eventPosition(2, 1, 0),
    eventPosition(3, 1, 0),
  ];

  it('grows with epoch, position and index, also as a number', () => {
    for (const [index, eventPosition] of ordered.entries()) {
      for (const other of ordered.slice(0, index)) {
        expect([isAfter(eventPosition, other), isAfter(other, eventPosition)]).toEqual([true, false]);
        expect(guardOf(eventPosition)).toBeGreaterThan(guardOf(other));
      }
      expect([isAfter(eventPosition, eventPosition), Number.isSafeInteger(guardOf(eventPosition))]).toEqual([
        false,
        true,
      ]);
    }
  });

  it('names its effect, with a new name after a restore', () => {
    expect(effectOf('calendar.copies', eventPosition(1, 42, 3))).toBe('calendar.copies/core/42/3');
    expect(effectOf('calendar.copies', eventPosition(2, 42, 3))).toBe('calendar.copies/core@2/42/3');
  });
});

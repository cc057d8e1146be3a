import fc from 'fast-check';
import { parseDateText, parseDateTime, toInstant, toWallClock } from './index.ts';
import { isWithinYears } from './years.ts';

const zone = fc.constantFrom('UTC', 'America/New_York', 'Pacific/Kiritimati', 'UTC-12', 'UTC+14', 'Europe/Berlin');
const two = (most: number) => fc.integer({ min: 0, max: most }).map((value) => String(value).padStart(2, '0'));
const day = fc.constantFrom('0000-01-01', '0000-12-31', '0001-01-01', '0001-01-02', '0001-01-03');
const lastDay = fc.constantFrom('9999-12-28', '9999-12-29', '9999-12-30', '9999-12-31');
const offset = fc.oneof(
  fc.constantFrom('', 'Z'),
  fc.tuple(fc.constantFrom('+', '-'), two(23), two(59)).map(([sign, hours, minutes]) => `${sign}${hours}:${minutes}`),
);
const text = fc
  .tuple(fc.oneof(day, lastDay), two(23), two(59), two(59), offset)
  .map(([date, hours, minutes, seconds, at]) => `${date}T${hours}:${minutes}:${seconds}${at}`);
const now = fc.integer({ min: 0, max: Date.UTC(2100, 0, 1) });

const CLOCK = /^(?!0000)\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/;

describe('dates at the ends of the supported years', () => {
  it('are read as a clock of any zone shows them, or not at all', () => {
    fc.assert(
      fc.property(text, zone, zone, now, (date, read, shown, at) => {
        for (const parsed of [parseDateTime(date, read), parseDateText(date, { zone: read, now: at })]) {
          if (parsed === undefined) continue;
          for (const clock of [
            parsed.wallClock,
            toWallClock(parsed.instant, shown),
            toWallClock(parsed.instant, 'UTC'),
          ])
            expect(clock).toMatch(CLOCK);
          expect(toWallClock(toInstant(parsed.wallClock, shown), 'UTC')).toMatch(/^\d{4}-/);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it.each([
    ['+7980 years', Date.UTC(2031, 0, 1)],
    ['-2032 years', Date.UTC(2031, 0, 1)],
  ])('are invalid if %s leads beyond them', (relative, at) => {
    expect(parseDateText(relative, { zone: 'UTC', now: at })).toBeUndefined();
  });

  it('leave a day at both ends, so that every zone has four digits', () => {
    expect([Date.UTC(9999, 11, 30), Date.UTC(9999, 11, 30) + 1].map(isWithinYears)).toEqual([true, false]);
    expect(isWithinYears(Date.parse('0001-01-02T00:00:00Z'))).toBe(true);
    expect(isWithinYears(Date.parse('0001-01-01T00:00:00Z'))).toBe(false);
  });
});

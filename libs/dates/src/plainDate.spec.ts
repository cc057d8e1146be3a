import fc from 'fast-check';
import type { Reading } from './date-text/reading.ts';
import { readText } from './date-text/readText.ts';
import { resolve } from './date-text/resolve.ts';
import { parseDateText } from './parseDateText.ts';

const NOW = Date.parse('2026-03-04T20:16:17Z');
const two = (number: number): string => String(number).padStart(2, '0');

/** Zones whose clocks sometimes skip midnight, or a whole day. */
const zones = ['UTC', 'UTC-5', 'America/New_York', 'America/Sao_Paulo', 'Asia/Beirut', 'Pacific/Apia', 'Africa/Cairo'];

const day = fc
  .tuple(fc.integer({ min: 2, max: 9998 }), fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 31 }))
  .map(([year, month, date]) => `${String(year).padStart(4, '0')}-${two(month)}-${two(date)}`);

const inGrammar = (text: string, zone: string): number => resolve(readText(text) as Reading, zone, NOW);

describe('a plain date', () => {
  it.each(zones)('is read in %s as the grammar of date texts reads it', (zone) => {
    fc.assert(
      fc.property(day, (text) => {
        expect(parseDateText(text, { zone, now: NOW })?.instant).toBe(inGrammar(text, zone));
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    ['2018-11-04', 'America/Sao_Paulo'],
    ['2011-12-30', 'Pacific/Apia'],
    ['2023-04-28', 'Africa/Cairo'],
    ['2027-02-30', 'UTC'],
    ['2027-02-29', 'Asia/Beirut'],
  ])('is read the same way if midnight, or the day, is skipped: %s in %s', (text, zone) => {
    expect(parseDateText(text, { zone, now: NOW })?.instant).toBe(inGrammar(text, zone));
  });

  it('refuses an unknown zone', () => {
    expect(() => parseDateText('2027-01-01', { zone: 'Mars', now: NOW })).toThrow(RangeError);
  });
});

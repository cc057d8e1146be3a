import { parseDateTime } from '@almanac/dates';
import { dateInUtc, firstPublication, nextPublication } from '../index.ts';

const zone = 'America/New_York';
const clocks = { now: Date.parse('2026-05-01T12:00:00Z'), zone };
const here = '2026-05-01 08:00:00';
const utc = '2026-05-01 12:00:00';
const asked = (date: string) => parseDateTime(date, zone) ?? null;

describe('the first publication date', () => {
  it.each([
    ['draft', undefined, { status: 'draft', date: here, dateUtc: null }],
    ['pending', null, { status: 'pending', date: here, dateUtc: null }],
    ['publish', undefined, { status: 'publish', date: here, dateUtc: utc }],
    ['private', undefined, { status: 'private', date: here, dateUtc: utc }],
    ['draft', asked('2030-01-01T00:00:00'), { status: 'draft', dateUtc: '2030-01-01 05:00:00' }],
    ['publish', asked('2026-05-01T08:01:00'), { status: 'future' }],
    ['publish', asked('2026-05-01T08:00:59'), { status: 'publish', dateUtc: '2026-05-01 12:00:59' }],
    ['future', asked('2020-01-01T00:00:00'), { status: 'publish' }],
  ] as const)('is chosen by status: %s on %j gives %j', (status, date, expected) => {
    expect(firstPublication(status, date, clocks)).toMatchObject(expected);
  });
});

describe('the next publication date', () => {
  const floating = { date: '2026-04-01 08:00:00', dateUtc: null };
  const fixed = { date: '2026-04-01 08:00:00', dateUtc: '2026-04-01 12:00:00' };

  it.each([
    ['a floating draft left alone', floating, 'draft', undefined, floating],
    ['a floating draft with its own date', floating, 'draft', asked('2026-04-01T08:00:00'), floating],
    ['a floating draft published', floating, 'publish', undefined, { date: here, dateUtc: utc }],
    ['a floating draft dated', floating, 'draft', asked('2026-06-01T08:00:00'), { dateUtc: '2026-06-01 12:00:00' }],
    ['a fixed one left alone', fixed, 'publish', undefined, fixed],
    ['a fixed one set free', fixed, 'draft', null, { date: here, dateUtc: null }],
    ['a fixed one put off', fixed, 'publish', asked('2027-01-01T00:00:00'), { status: 'future' }],
  ] as const)('follows from %s', (_name, post, status, date, expected) => {
    expect(nextPublication(post, status, date, clocks)).toMatchObject(expected);
  });
});

describe('a floating date in UTC', () => {
  it('follows the site’s clock', () => {
    expect(dateInUtc({ date: here, dateUtc: null }, zone)).toBe(utc);
    expect(dateInUtc({ date: here, dateUtc: '2000-01-01 00:00:00' }, zone)).toBe('2000-01-01 00:00:00');
  });
});

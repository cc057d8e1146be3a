import { askedDate, dateInUtc, firstPublication, nextPublication } from './postDates.ts';

const zone = 'America/New_York';
const now = Date.parse('2026-05-01T12:00:00Z');
const clocks = { now, zone };
const here = '2026-05-01 08:00:00';
const utc = '2026-05-01 12:00:00';
const asked = (date: string) => askedDate({ date }, zone);

describe('the date that a request names', () => {
  it.each([
    [{}, undefined],
    [{ date: null }, null],
    [{ date_gmt: null }, null],
    [{ date: '2026-07-01T10:00:00', date_gmt: '2020-01-01T00:00:00' }, '2026-07-01 10:00:00'],
    [{ date: null, date_gmt: '2026-07-01T10:00:00' }, '2026-07-01 06:00:00'],
    [{ date_gmt: '2026-07-01T10:00:00+02:00' }, '2026-07-01 04:00:00'],
    [{ date: '2026-01-01T10:00:00Z' }, '2026-01-01 05:00:00'],
  ])('%j is %j on the site’s clocks', (sent, expected) => {
    const found = askedDate(sent, zone);
    expect(found === undefined || found === null ? found : found.wallClock).toBe(expected);
  });
});

describe('the first publication', () => {
  it.each([
    ['draft', undefined, { status: 'draft', date: here, dateUtc: null }],
    ['pending', null, { status: 'pending', date: here, dateUtc: null }],
    ['publish', undefined, { status: 'publish', date: here, dateUtc: utc }],
    ['private', undefined, { status: 'private', date: here, dateUtc: utc }],
    ['draft', asked('2030-01-01T00:00:00'), { status: 'draft', dateUtc: '2030-01-01 05:00:00' }],
    ['publish', asked('2026-05-01T08:01:00'), { status: 'future' }],
    ['publish', asked('2026-05-01T08:00:59'), { status: 'publish', dateUtc: '2026-05-01 12:00:59' }],
    ['future', asked('2020-01-01T00:00:00'), { status: 'publish' }],
  ] as const)('as %s on %j is %j', (status, date, expected) => {
    expect(firstPublication(status, date, clocks)).toMatchObject(expected);
  });
});

describe('the next publication', () => {
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
  ] as const)('of %s', (_name, post, status, date, expected) => {
    expect(nextPublication(post, status, date, clocks)).toMatchObject(expected);
  });
});

describe('a floating date in UTC', () => {
  it('is what the site’s clock says', () => {
    expect(dateInUtc({ date: here, dateUtc: null }, zone)).toBe(utc);
    expect(dateInUtc({ date: here, dateUtc: '2000-01-01 00:00:00' }, zone)).toBe('2000-01-01 00:00:00');
  });
});

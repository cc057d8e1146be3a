import { endOfDay, startOfDay } from './dayBounds.ts';
import { formatDate } from './formatDate.ts';
import { isDateTime, parseDateTime } from './parseDateTime.ts';
import { addSeconds, dateDetails, isoLocal, isWallClock, wallClockOf } from './wallClock.ts';

describe('parseDateTime', () => {
  it.each([
    ['2015-03-04T05:06:07', '2015-03-04 05:06:07', '2015-03-04T10:06:07.000Z'],
    ['2015-03-04t05:06:07.123456', '2015-03-04 05:06:07', '2015-03-04T10:06:07.000Z'],
    ['2015-03-04 05:06:07', '2015-03-04 05:06:07', '2015-03-04T10:06:07.000Z'],
    ['2015-03-04T05:06:07Z', '2015-03-04 00:06:07', '2015-03-04T05:06:07.000Z'],
    ['2015-03-04T05:06:07+02:00', '2015-03-03 22:06:07', '2015-03-04T03:06:07.000Z'],
    ['2015-03-04T05:06:07-03', '2015-03-04 03:06:07', '2015-03-04T08:06:07.000Z'],
    ['2015-02-30T00:00:00', '2015-03-02 00:00:00', '2015-03-02T05:00:00.000Z'],
    ['1970-01-01T00:00:00Z', '1969-12-31 19:00:00', '1970-01-01T00:00:00.000Z'],
  ])('reads %s in New York as %s', (text, wallClock, instant) => {
    expect(parseDateTime(text, 'America/New_York')).toEqual({ wallClock, instant: Date.parse(instant) });
    expect(isDateTime(text)).toBe(true);
  });

  it.each([
    '2015-03-04',
    '2015-03-04T05:06',
    '20150304T050607',
    '2015-03-04T05:06:07z',
    '2015-03-04T05:06:07+2',
    '2015-03-04T05:06:07+0200',
    '2015-13-04T05:06:07',
    '2015-00-04T05:06:07',
    '2015-03-32T05:06:07',
    '2015-03-04T25:06:07',
    '2015-03-04T05:60:07',
    ' 2015-03-04T05:06:07',
    '2015-03-04T05:06:07\n',
    '',
    'tomorrow',
    '0000-03-04T05:06:07',
  ])('refuses %j', (text) => {
    expect(parseDateTime(text, 'UTC')).toBeUndefined();
    expect(isDateTime(text)).toBe(false);
  });
});

describe('wall clocks', () => {
  it('are split and formatted for the REST interface', () => {
    expect(dateDetails('2031-06-10 19:30:05')).toEqual({
      year: '2031',
      month: '06',
      day: '10',
      hour: '19',
      minutes: '30',
      seconds: '05',
    });
    expect(isoLocal('2031-06-10 19:30:05')).toBe('2031-06-10T19:30:05');
    expect(addSeconds('2031-12-31 23:59:59', 1)).toBe('2032-01-01 00:00:00');
    expect(() => wallClockOf(1e15)).toThrow(RangeError);
  });

  it.each([
    ['2031-06-10 19:30:05', true],
    ['2031-06-10T19:30:05', true],
    ['2031-02-30 00:00:00', false],
    ['2031-06-10 24:00:00', false],
    ['2031-06-10', false],
    ['', false],
  ])('are recognized: %j is one: %s', (text, expected) => {
    expect(isWallClock(text)).toBe(expected);
  });

  it('have a first and a last second of their day, which a cutoff shifts', () => {
    expect(startOfDay('2031-06-10 19:30:05')).toBe('2031-06-10 00:00:00');
    expect(endOfDay('2031-06-10 19:30:05')).toBe('2031-06-10 23:59:59');
    expect(startOfDay('2031-06-10 19:30:05', '05:00')).toBe('2031-06-10 05:00:00');
    expect(endOfDay('2031-12-31 19:30:05', '05:30')).toBe('2032-01-01 05:29:59');
  });
});

describe('formatDate', () => {
  it.each([
    ['F j, Y', 'en', 'June 1, 2031'],
    ['j F Y', 'fr-ca', '1 juin 2031'],
    ['l j \\d\\e F', 'es-us', 'domingo 1 de junio'],
    ['g:i a', 'en', '7:05 pm'],
    ['H\\hi', 'fr', '19h05'],
    ['D, d M y', 'en', 'Sun, 01 Jun 31'],
    ['jS N w z W o t L', 'en', '1st 7 0 151 22 2031 30 0'],
    ['n/j/Y G:i:s A h', 'en', '6/1/2031 19:05:09 PM 07'],
    ['c', 'en', '2031-06-01T19:05:09-04:00'],
    ['r', 'fr', 'Sun, 01 Jun 2031 19:05:09 -0400'],
    ['T e P Z', 'en', 'EDT America/New_York -04:00 -14400'],
    ['@ U!', 'en', '@ 1938121509!'],
    ['g:i a A', 'fr-ca', '7:05 pm PM'],
    ['g:i a A', 'es-us', '7:05 pm PM'],
    ['jS F', 'fr-ca', '1er juin'],
    ['l, j. F Y', 'de', 'Sonntag, 1. Juni 2031'],
    ['l j F Y g:i a', 'ar', 'الأحد 1 يونيو 2031 7:05 م'],
    ['j F Y', 'ar-sa', '1 يونيو 2031'],
    ['F Y', 'ru', 'июнь 2031'],
    ['j F Y', 'ru', '1 июня 2031'],
    ['F \\d', 'ru', 'июнь d'],
    ['j F A', 'zh-hant', '1 6月 下午'],
  ])('formats %s in %s as %s', (pattern, language, expected) => {
    expect(formatDate(pattern, '2031-06-01 19:05:09', language, 'America/New_York')).toBe(expected);
  });

  it.each([
    ['2031-06-11 00:00:00', '11th 12 12 am'],
    ['2031-06-22 12:00:00', '22nd 12 12 pm'],
    ['2031-06-03 13:00:00', '3rd 1 01 pm'],
  ])('formats durations in days and hours: %s is %s', (wallClock, expected) => {
    expect(formatDate('jS g h a', wallClock, 'en')).toBe(expected);
  });
});

import { canonicalZone, isZone, offsetZoneName } from './zone.ts';
import { gmtOffset, toInstant, toUtc, toWallClock, zoneAbbreviation } from './zonedTime.ts';

describe('zones', () => {
  it.each([
    ['europe/paris', 'Europe/Paris'],
    ['America/New_York', 'America/New_York'],
    ['us/eastern', 'US/Eastern'],
    ['asia/calcutta', 'Asia/Calcutta'],
    ['utc', 'UTC'],
    ['UTC+2', 'UTC+2'],
    ['utc-3.5', 'UTC-3.5'],
    ['UTC+5:30', 'UTC+5:30'],
    ['UTC+0', 'UTC+0'],
    ['UTC+14', 'UTC+14'],
  ])('are found by name: %s is the zone %s', (text, name) => {
    expect(canonicalZone(text)).toBe(name);
    expect(isZone(text)).toBe(true);
  });

  it.each([
    '',
    ' ',
    'foo',
    'Europe',
    'Europe/',
    'Mars/Olympus',
    'UTC+15',
    'UTC-13',
    'UTC+',
    'UTC+5:61',
    '+02:00',
    'constructor',
    '__proto__',
  ])('exclude %j', (text) => {
    expect(isZone(text)).toBe(false);
  });

  it.each([
    ['UTC+3', '+03:00'],
    ['UTC-3.5', '-03:30'],
    ['Europe/Paris', 'Europe/Paris'],
  ])('are stored by the second generation under a name: %s as %s', (zone, name) => {
    expect(offsetZoneName(zone)).toBe(name);
    expect(toUtc('2026-06-01 12:00:00', name)).toBe(toUtc('2026-06-01 12:00:00', zone));
  });

  it('refuses to calculate in an unknown zone', () => {
    expect(() => toUtc('2026-01-01 00:00:00', 'foo')).toThrow(RangeError);
    expect(() => toUtc('2026-01-01', 'UTC')).toThrow(RangeError);
  });
});

describe('wall clocks and UTC', () => {
  it.each([
    ['2031-06-10 19:30:00', 'America/New_York', '2031-06-10 23:30:00'],
    ['2026-01-10 09:00:00', 'America/New_York', '2026-01-10 14:00:00'],
    ['2026-07-01 00:00:00', 'Europe/Paris', '2026-06-30 22:00:00'],
    ['2026-07-01 12:00:00', 'UTC+2', '2026-07-01 10:00:00'],
    ['2026-01-01 12:00:00', 'UTC+2', '2026-01-01 10:00:00'],
    ['2026-01-01 12:00:00', 'UTC-3.5', '2026-01-01 15:30:00'],
    ['2026-01-01 12:00:00', 'UTC+5:45', '2026-01-01 06:15:00'],
    ['2026-01-01 12:00:00', 'Asia/Kathmandu', '2026-01-01 06:15:00'],
    ['2026-12-31 23:59:59', 'Pacific/Kiritimati', '2026-12-31 09:59:59'],
    ['1900-01-01 00:00:00', 'UTC', '1900-01-01 00:00:00'],
    ['0099-01-01 00:00:00', 'UTC', '0099-01-01 00:00:00'],
    ['2400-07-01 12:00:00', 'Europe/Paris', '2400-07-01 10:00:00'],
  ])('correspond both ways: %s in %s is %s', (local, zone, utc) => {
    expect(toUtc(local, zone)).toBe(utc);
    expect(toWallClock(utc, zone)).toBe(local);
    expect(toWallClock(toInstant(local, zone), zone)).toBe(local);
  });

  it.each([
    ['a skipped hour moves forward', '2025-03-09 02:30:00', 'America/New_York', '2025-03-09 07:30:00'],
    ['the end of the gap', '2025-03-09 03:00:00', 'America/New_York', '2025-03-09 07:00:00'],
    ['the first of two', '2025-11-02 01:30:00', 'America/New_York', '2025-11-02 05:30:00'],
    ['after both', '2025-11-02 02:00:00', 'America/New_York', '2025-11-02 07:00:00'],
    ['a skipped day', '2011-12-30 12:00:00', 'Pacific/Apia', '2011-12-30 22:00:00'],
    ['half an hour', '2026-10-04 02:15:00', 'Australia/Lord_Howe', '2026-10-03 15:45:00'],
  ])('correspond if %s: %s in %s is %s', (_, local, zone, utc) => {
    expect(toUtc(local, zone)).toBe(utc);
  });
});

describe('abbreviation and offset of a zone', () => {
  it.each([
    ['America/New_York', '2031-06-10 23:30:00', 'EDT', -4],
    ['America/New_York', '2031-12-10 23:30:00', 'EST', -5],
    ['Europe/Paris', '2026-01-01 00:00:00', 'CET', 1],
    ['Asia/Kolkata', '2026-01-01 00:00:00', 'IST', 5.5],
    ['Asia/Kathmandu', '2026-01-01 00:00:00', '+0545', 5.75],
    ['UTC', '2026-01-01 00:00:00', 'UTC', 0],
    ['UTC+2', '2026-07-01 00:00:00', 'UTC+2', 2],
    ['UTC-9.5', '2026-07-01 00:00:00', 'UTC-9.5', -9.5],
  ])('follow from zone and time: %s at %s has %s, %d hours', (zone, utc, abbreviation, hours) => {
    expect(zoneAbbreviation(zone, utc)).toBe(abbreviation);
    expect(gmtOffset(zone, utc)).toBe(hours);
  });
});

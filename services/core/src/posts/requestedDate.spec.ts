import { askedDate } from './requestedDate.ts';

const zone = 'America/New_York';

describe('the date that a request names', () => {
  it.each([
    [{}, undefined],
    [{ date: null }, null],
    [{ date_gmt: null }, null],
    [{ date: '2026-07-01T10:00:00', date_gmt: '2020-01-01T00:00:00' }, '2026-07-01 10:00:00'],
    [{ date: null, date_gmt: '2026-07-01T10:00:00' }, '2026-07-01 06:00:00'],
    [{ date_gmt: '2026-07-01T10:00:00+02:00' }, '2026-07-01 04:00:00'],
    [{ date: '2026-01-01T10:00:00Z' }, '2026-01-01 05:00:00'],
  ])('is read on the site’s clocks: %j is %j', (sent, expected) => {
    const found = askedDate(sent, zone);
    expect(found === undefined || found === null ? found : found.wallClock).toBe(expected);
  });
});

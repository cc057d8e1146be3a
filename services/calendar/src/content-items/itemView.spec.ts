import type { ItemState } from './contentItem.ts';
import { modifiedOf } from './itemView.ts';

/** An event that was published at noon of New York's clock. */
const published = { date: '2031-01-01 12:00:00', dateUtc: '2031-01-01 17:00:00' };
const item = (more: object) => ({ ...published, ...more }) as ItemState;

describe('the last change of a record', () => {
  it.each([
    [
      'is when it was published until it is changed, whatever the site’s clock becomes',
      published.dateUtc,
      'Asia/Tokyo',
      published.date,
    ],
    ['is when it was published where nothing says it', null, 'Asia/Tokyo', published.date],
    ['is the time of the change on the site’s clock', '2031-01-02 05:00:00', 'America/New_York', '2031-01-02 00:00:00'],
    ['follows the site’s clock', '2031-01-02 05:00:00', 'Asia/Tokyo', '2031-01-02 14:00:00'],
  ])('%s', (_what, modifiedUtc, zone, expected) => {
    expect(modifiedOf(item({ modifiedUtc }), zone)).toBe(expected);
  });
});

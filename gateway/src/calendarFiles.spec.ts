import { calendarFile } from './calendarFiles.ts';

const FEED = '/internal/pages/events/feed.ics';

describe('calendar files of pages', () => {
  it.each([
    ['/events/', 'ical=1', FEED, ''],
    ['/events/', 'outlook-ical=1', FEED, ''],
    ['/events/list/', 'ical=1', FEED, ''],
    ['/events/', 'category=music&tag=free&search=a+b&ical=1', FEED, 'categories=music&tags=free&search=a+b'],
    ['/events/category/music/', 'ical=1', FEED, 'categories=music'],
    ['/events/category/music/jazz/', 'ical=1', FEED, 'categories=jazz'],
    ['/events/tag/free/', 'ical=1', FEED, 'tags=free'],
    ['/', 'post_type=cal_events&ical=1&eventDisplay=list', FEED, ''],
    ['/event/fair/', 'ical=1', '/internal/pages/event/fair/ical', ''],
  ])('are served at %s?%s', (path, query, target, filters) => {
    expect(calendarFile(path, query)).toEqual({ path: target, query: filters });
  });

  it.each([
    ['/events/', ''],
    ['/events/', 'ical=0'],
    ['/events/month/', 'ical=1'],
    ['/events/week/', 'ical=1'],
    ['/', 'ical=1'],
    ['/hello/', 'ical=1'],
    ['/venue/hall/', 'ical=1'],
  ])('do not exist for %s?%s', (path, query) => {
    expect(calendarFile(path, query)).toBeUndefined();
  });
});

import { events } from '../events/event.ts';
import { ORIGIN, type ServedPages, servePages } from '../pages/servePages.contract.ts';
import { venueKind } from '../venues/venue.ts';
import { MAX_FEED_EVENTS } from './feedRoute.ts';

describe('a calendar with more than a thousand events in a month', () => {
  let site: ServedPages;
  const PER_DAY = 40;
  const day = (number: number) => `2031-06-${String(number).padStart(2, '0')}`;

  beforeAll(async () => {
    site = await servePages({}, '2031-05-31T12:00:00Z');
    const { id: venue } = await site.make('/venues', { venue: 'Pier' });
    const times = Array.from({ length: 30 * PER_DAY }, (_, index) => ({
      title: `Event ${index}`,
      venue: [venue],
      start_date: `${day((index % 30) + 1)} ${String(8 + (index % 12)).padStart(2, '0')}:00:00`,
    }));
    for (let from = 0; from < times.length; from += 50) {
      await Promise.all(
        times.slice(from, from + 50).map((each) => site.make('/events', { ...each, end_date: each.start_date })),
      );
    }
  });
  afterAll(() => site.stop());

  it('has all of them in its feed', async () => {
    const { text } = await site.page('/events/feed.ics');
    expect(text.match(/BEGIN:VEVENT/g)).toHaveLength(30 * PER_DAY);
    expect(new Set(text.match(/UID:event-\d+/g)).size).toBe(30 * PER_DAY);
    expect(text.match(/BEGIN:VTIMEZONE/g)).toHaveLength(1);
    expect(text.indexOf('BEGIN:VTIMEZONE')).toBeLessThan(text.indexOf('BEGIN:VEVENT'));
  });

  it('sends its feed in parts, and a short one whole with an ETag', async () => {
    const { headers } = await site.page('/events/feed.ics');
    expect([headers.get('transfer-encoding'), headers.get('etag')]).toEqual(['chunked', null]);
    expect(headers.get('cache-control')).toBe('public, no-cache');
    const short = await site.page('/events/feed.ics?end_date=2031-06-03');
    expect([short.headers.get('transfer-encoding'), short.headers.get('etag')]).toEqual([null, expect.any(String)]);
  });

  it('reads no more events for its feed than its window may have', async () => {
    const find = site.documents.find.bind(site.documents);
    const endless = jest.spyOn(site.documents, 'find').mockImplementation((collection, query) =>
      // the first page again and again
      find(collection, collection.name === events.name ? { ...query, filter: { all: [] } } : query),
    );
    const { text } = await site.page('/events/feed.ics');
    endless.mockRestore();
    expect(text.match(/BEGIN:VEVENT/g)).toHaveLength(MAX_FEED_EVENTS);
  });

  it('reads and writes a few of them at a time, and lets others be answered in between', async () => {
    let turn = 0;
    let isOver = false;
    const others = (): void => {
      turn += 1;
      if (!isOver) setImmediate(others);
    };
    const turns: number[] = [];
    const getMany = site.documents.getMany.bind(site.documents);
    const reading = jest.spyOn(site.documents, 'find');
    const writing = jest.spyOn(site.documents, 'getMany').mockImplementation((collection, ids) => {
      if (collection.name === venueKind.collection.name) turns.push(turn);
      return getMany(collection, ids);
    });
    others();
    await site.page('/events/feed.ics');
    isOver = true;
    const read = reading.mock.calls.filter(([collection]) => collection.name === events.name);
    expect(read.every(([, query]) => Number(query?.limit) <= 100 && query?.offset === undefined)).toBe(true);
    expect(turns.length).toBeGreaterThanOrEqual((30 * PER_DAY) / 50);
    expect(new Set(turns).size).toBe(turns.length);
    writing.mockRestore();
    reading.mockRestore();
  });

  it('shows for each day of the month how many there are', async () => {
    const { text } = await site.page('/events/month/2031-06/');
    expect(text.match(/class="more"[^>]*>\+35 more/g)).toHaveLength(30);
    expect(text).toContain(`${PER_DAY} events</span>`);
    expect(text).toContain(`href="${ORIGIN}/events/day/2031-06-30/"`);
  });

  it('shows all events of a day', async () => {
    const { text } = await site.page('/events/day/2031-06-30/');
    expect(text.match(/\/event\/event-\d+\//g)).toHaveLength(PER_DAY);
  });
});

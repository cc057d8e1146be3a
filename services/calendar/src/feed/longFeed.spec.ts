import { events } from '../events/event.ts';
import { ORIGIN, type ServedPages, servePages } from '../pages/servePages.contract.ts';
import { venueKind } from '../venues/venue.ts';
import { MAX_FEED_EVENTS } from './feedRoute.ts';

describe('a calendar with more than a thousand events in a month', () => {
  let site: ServedPages;
  let first: { id: number; venue: number };
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
    const { id } = await site.make('/events', { ...times[0], end_date: times[0]?.start_date });
    first = { id, venue };
    for (let from = 1; from < times.length; from += 50) {
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

  it('sends its feed in parts with a weak ETag, and a short one whole with a strong one', async () => {
    const { headers } = await site.page('/events/feed.ics');
    expect([headers.get('transfer-encoding'), headers.get('etag')]).toEqual(['chunked', expect.stringMatching(/^W\//)]);
    expect(headers.get('cache-control')).toBe('public, no-cache');
    const short = await site.page('/events/feed.ics?end_date=2031-06-03');
    expect([short.headers.get('transfer-encoding'), short.headers.get('etag')]).toEqual([
      null,
      expect.stringMatching(/^"/),
    ]);
  });

  it('reads no event for a client that has the feed', async () => {
    const tag = String((await site.page('/events/feed.ics')).headers.get('etag'));
    const reading = jest.spyOn(site.documents, 'find');
    const again = await site.page('/events/feed.ics', { headers: { 'if-none-match': tag } });
    expect([again.status, again.text, again.headers.get('etag')]).toEqual([304, '', tag]);
    expect(again.headers.get('cache-control')).toBe('public, no-cache');
    expect(reading.mock.calls.filter(([collection]) => collection.name === events.name)).toEqual([]);
    reading.mockRestore();
  });

  it.each([
    ['an event', 'events', { title: 'Another title' }],
    ['a venue', 'venues', { venue: 'Another pier' }],
  ] as const)('has another ETag as soon as a change of %s is answered', async (_kind, records, body) => {
    const before = await site.page('/events/feed.ics');
    const headers = { 'if-none-match': String(before.headers.get('etag')) };
    expect((await site.page('/events/feed.ics', { headers })).status).toBe(304);
    const path = `/${records}/${records === 'events' ? first.id : first.venue}`;
    expect((await site.ask('administrator', 'POST', path, { body })).status).toBe(200);
    const after = await site.page('/events/feed.ics', { headers });
    expect([after.status, after.text.includes(String(Object.values(body)[0]))]).toEqual([200, true]);
  });

  it('has another ETag in each language, for each address of the site and for each window', async () => {
    const tags = await Promise.all([
      site.page('/events/feed.ics'),
      site.page('/events/feed.ics', { language: 'fr-ca' }),
      site.page('/events/feed.ics', { headers: { 'x-almanac-site': 'https://other.test' } }),
      site.page('/events/feed.ics?start_date=2031-06-02'),
    ]);
    expect(new Set(tags.map(({ headers }) => headers.get('etag'))).size).toBe(4);
  });

  it('has no ETag if the store does not count its changes', async () => {
    const version = jest.spyOn(site.documents, 'version').mockResolvedValue(undefined);
    const { headers } = await site.page('/events/feed.ics');
    expect([headers.get('transfer-encoding'), headers.get('etag')]).toEqual(['chunked', null]);
    version.mockRestore();
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

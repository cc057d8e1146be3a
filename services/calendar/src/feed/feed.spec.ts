import ICAL from 'ical.js';
import { ORIGIN, type ServedPages, servePages } from '../pages/servePages.contract.ts';

describe('the calendar feed', () => {
  let site: ServedPages;
  // biome-ignore lint/suspicious/noExplicitAny: records as they were answered
  const made: Record<string, any> = {};

  const feed = (query = '', language = 'en') => site.page(`/events/feed.ics${query}`, { language });
  const read = async (query = '', language = 'en') => {
    const { text } = await feed(query, language);
    return new ICAL.Component(ICAL.parse(text));
  };
  const entries = async (query = '', language = 'en') => (await read(query, language)).getAllSubcomponents('vevent');
  const summaries = async (query = '', language = 'en') =>
    (await entries(query, language)).map((entry) => entry.getFirstPropertyValue('summary'));
  const entryOf = async (title: string): Promise<ICAL.Component> => {
    const found = (await entries()).find((entry) => entry.getFirstPropertyValue('summary') === title);
    if (found === undefined) throw new Error(`no entry ${title}`);
    return found;
  };
  const make = (title: string, day: string, more: object = {}) =>
    site.make('/events', { title, start_date: `${day} 19:30:00`, end_date: `${day} 21:00:00`, ...more });

  beforeAll(async () => {
    site = await servePages({}, '2031-01-01T12:00:00Z');
    const film = await site.make('/categories', { name: 'Film, old' });
    made.hall = await site.make('/venues', { venue: 'Hall; "Yard"', address: '1 Main St', city: 'Kingston' });
    made.club = await site.make('/organizers', { organizer: 'Club "A"', email: 'club@x.test' });
    made.band = await site.make('/organizers', { organizer: 'Band' });
    made.concert = await make('Tom & Anna’s “night”', '2031-06-10', {
      description: `<p>First, with; marks &amp; more.</p><p>${'Très long '.repeat(40)}</p>`,
      venue: made.hall.id,
      organizer: [made.club.id, made.band.id],
      categories: [film.id],
      tags: ['loud'],
    });
    await make('Winter', '2031-02-10', { organizer: [made.band.id] });
    await make('Paris', '2031-06-12', { timezone: 'Europe/Paris' });
    await make('Offset', '2031-06-13', { timezone: 'UTC+2' });
    await site.make('/events', { title: 'Days', start_date: '2031-06-20', end_date: '2031-06-22', all_day: true });
    await make('Hidden', '2031-06-14', { password: 'x' });
    await make('Draft', '2031-06-15', { status: 'draft' });
    await make('Private', '2031-06-16', { status: 'private' });
    await make('Long ago', '2020-06-16');
    await make('Fête', '2031-06-17', {}).then(({ id }) =>
      site.make(
        '/events',
        {
          title: 'La fête',
          start_date: '2031-06-17 19:30',
          end_date: '2031-06-17 21:00',
          translation_of: id,
        },
        'fr-ca',
      ),
    );
  });
  afterAll(() => site.stop());

  it('is a calendar of the public events', async () => {
    const { status, headers, text } = await feed();
    expect([status, headers.get('content-type')]).toEqual([200, 'text/calendar; charset=utf-8']);
    expect(text).toMatch(/^BEGIN:VCALENDAR\r\nVERSION:2\.0\r\nPRODID:/);
    expect(text).toMatch(/\r\nEND:VCALENDAR\r\n$/);
    expect(await summaries()).toEqual(['Winter', 'Tom & Anna’s “night”', 'Paris', 'Offset', 'Fête', 'Days']);
    expect((await read()).getFirstPropertyValue('x-wr-calname')).toBe('Riverside');
  });

  it('has no line of more than 75 bytes, and cuts no character', async () => {
    const lines = (await feed()).text.split('\r\n');
    expect(lines.some((line) => line.startsWith(' '))).toBe(true);
    expect(Math.max(...lines.map((line) => Buffer.byteLength(line)))).toBe(75);
    expect(lines.join('')).not.toContain('\n');
  });

  it('says the same of an event as its page', async () => {
    const entry = await entryOf('Tom & Anna’s “night”');
    const value = (name: string) => entry.getFirstPropertyValue(name);
    expect(value('uid')).toBe(`event-${made.concert.id}@site.test`);
    expect(value('location')).toBe('Hall; “Yard”, 1 Main St, Kingston');
    expect(value('url')).toBe(made.concert.url);
    expect(value('description')).toMatch(/^First, with; marks & more\.\n\nTrès long /);
    expect(entry.getFirstProperty('categories')?.getValues()).toEqual(['Film, old', 'loud']);
    const organizer = entry.getFirstProperty('organizer');
    expect([organizer?.getFirstValue(), organizer?.getParameter('cn')]).toEqual(['mailto:club@x.test', 'Club “A”']);
    expect(entry.getAllProperties('organizer')).toHaveLength(1);
    expect((await entryOf('Winter')).getFirstPropertyValue('organizer')).toBe(`${ORIGIN}/organizer/band/`);
  });

  it.each([
    ['Winter', 'America/New_York', '2031-02-11T00:30:00.000Z'],
    ['Tom & Anna’s “night”', 'America/New_York', '2031-06-10T23:30:00.000Z'],
    ['Paris', 'Europe/Paris', '2031-06-12T17:30:00.000Z'],
  ])('has the event %s on the clocks of %s, whose rules are in the file', async (title, zone, instant) => {
    const calendar = await read();
    const rules = calendar.getAllSubcomponents('vtimezone').find((each) => each.getFirstPropertyValue('tzid') === zone);
    const entry = await entryOf(title);
    expect(entry.getFirstProperty('dtstart')?.getParameter('tzid')).toBe(zone);
    const start = (entry.getFirstPropertyValue('dtstart') as ICAL.Time).clone();
    start.zone = new ICAL.Timezone({ component: rules as ICAL.Component, tzid: zone });
    expect(start.toJSDate().toISOString()).toBe(instant);
  });

  it('gives times at fixed offsets in UTC, and whole days as dates', async () => {
    expect((await entryOf('Offset')).getFirstPropertyValue('dtstart')?.toString()).toBe('2031-06-13T17:30:00Z');
    const days = await entryOf('Days');
    expect(days.getFirstProperty('dtstart')?.toICALString()).toBe('DTSTART;VALUE=DATE:20310620');
    expect(days.getFirstProperty('dtend')?.toICALString()).toBe('DTEND;VALUE=DATE:20310623');
  });

  it.each([
    ['?tags=loud', ['Tom & Anna’s “night”']],
    ['?categories=film-old', ['Tom & Anna’s “night”']],
    ['?search=winter', ['Winter']],
    ['?start_date=2031-06-12&end_date=2031-06-13', ['Paris', 'Offset']],
    ['?start_date=2020-01-01&end_date=2021-01-01', ['Long ago']],
  ])('is filtered by %s', async (query, expected) => {
    expect(await summaries(query)).toEqual(expected);
  });

  it('is filtered by venue, organizer and id', async () => {
    expect(await summaries(`?venue=${made.hall.id}`)).toEqual(['Tom & Anna’s “night”']);
    expect(await summaries(`?organizer=${made.band.id}`)).toEqual(['Winter', 'Tom & Anna’s “night”']);
    expect(await summaries(`?include=${made.concert.id}`)).toEqual(['Tom & Anna’s “night”']);
  });

  it.each(['?venue=1', '?categories=none', '?start_date=whenever', '?include=x'])('refuses %s', async (query) => {
    expect((await feed(query)).status).toBe(400);
  });

  it('is in the language of the address', async () => {
    expect(await summaries('?search=fête', 'fr-ca')).toEqual(['La fête']);
  });

  it('is the same text until a change', async () => {
    const first = await feed();
    const tag = first.headers.get('etag') as string;
    site.advance(60_000);
    const again = await site.page('/events/feed.ics', { headers: { 'if-none-match': tag } });
    expect([again.status, again.text]).toEqual([304, '']);
    await site.ask('administrator', 'POST', `/events/${made.concert.id}`, { body: { featured: true } });
    const entry = await entryOf('Tom & Anna’s “night”');
    expect(entry.getFirstPropertyValue('uid')).toBe(`event-${made.concert.id}@site.test`);
    expect((await feed()).headers.get('etag')).not.toBe(tag);
  });

  it('is the same for everybody', async () => {
    const own = await site.page('/events/feed.ics', { as: 'administrator' });
    expect(own.text).toBe((await feed()).text);
    expect(own.headers.get('cache-control')).toBe('public, no-cache');
  });

  it('is available as a news feed too, with the same filters', async () => {
    const { text, headers } = await site.page('/events/feed.xml');
    expect(headers.get('content-type')).toBe('application/rss+xml; charset=UTF-8');
    const titles = (xml: string) => [...xml.matchAll(/<item>\n<title>([^<]+)/g)].map(([, title]) => title);
    expect(titles(text).slice(0, 2)).toEqual(['Winter', 'Tom &amp; Anna’s “night”']);
    expect(text).not.toMatch(/Hidden|Draft|Private/);
    expect(text).toContain(`<link>${ORIGIN}/event/winter/</link>`);
    expect(titles((await site.page('/events/feed.xml?tags=loud')).text)).toEqual(['Tom &amp; Anna’s “night”']);
    expect((await site.page('/events/feed.xml?categories=none')).status).toBe(400);
  });

  it.each([
    ['/events/feed/', 'rss', '/events/feed/'],
    ['/events/feed/rss2/', 'rss', '/events/feed/'],
    ['/events/feed/atom/?tags=loud', 'atom', '/events/feed/atom/'],
    ['/events/feed/rdf/', 'rdf', '/events/feed/rdf/'],
  ])('has the news at %s as %s, which names its address %s', async (path, format, address) => {
    const { text, headers } = await site.page(path);
    expect(headers.get('content-type')).toBe(`application/${format}+xml; charset=UTF-8`);
    expect(text).toContain(`"${ORIGIN}${address}"`);
    expect(text).toContain('<title>Tom &amp; Anna’s “night”</title>');
    expect(text.includes('Winter')).toBe(!path.includes('loud'));
  });

  it.each([
    ['/events/tag/loud/feed/', '/events/feed/?tags=loud'],
    ['/events/category/a/b/feed/atom/', '/events/feed/atom/?categories=b'],
  ])('has the news with a term where %s leads to', async (path, feed) => {
    expect(await site.page(path)).toMatchObject({ status: 301, location: `${ORIGIN}${feed}` });
  });

  it('has its pages in the sitemap', async () => {
    const { status, text, headers } = await site.page('/events/sitemap-1.xml');
    expect([status, headers.get('content-type')]).toEqual([200, 'application/xml; charset=UTF-8']);
    expect(text).toContain(`<url><loc>${ORIGIN}/event/winter/</loc><lastmod>`);
    expect(text).toContain(`<loc>${ORIGIN}/fr-ca/event/la-fete/</loc>`);
    expect(text).not.toMatch(/draft|private/);
    expect((await site.page('/events/sitemap-0.xml')).status).toBe(404);
  });
});

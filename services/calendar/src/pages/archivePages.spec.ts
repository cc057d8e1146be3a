import { rulesChanged } from '@almanac/contracts';
import { pageTextsContract } from '@almanac/pages/texts-contract';
import { catalogues } from '../messages/catalogues.ts';
import { ORIGIN, type ServedPages, servePages } from './servePages.contract.ts';

describe('the archives of events', () => {
  let site: ServedPages;
  const titles = (text: string) =>
    [...text.matchAll(/<h3><a href="[^"]+">([^<]+)<\/a><\/h3>/g)].map(([, title]) => title);
  const make = (title: string, start: string, more: object = {}) =>
    site.make('/events', { title, start_date: start, end_date: start, ...more });

  beforeAll(async () => {
    site = await servePages({ settings: { events_per_page: 2 } }, '2031-06-15T12:00:00Z');
    const arts = await site.make('/categories', { name: 'Arts', description: 'All <em>arts</em>.' });
    const film = await site.make('/categories', { name: 'Film', parent: arts.id });
    await site.make('/categories', { name: 'Arts et lettres', translation_of: arts.id }, 'fr-ca');
    await make('Over', '2031-06-01 10:00:00', { categories: [arts.id] });
    await make('Early', '2031-06-16 10:00:00', { categories: [film.id], tags: ['loud'], featured: true });
    await make('Middle', '2031-06-17 10:00:00', { categories: [arts.id] });
    await make('Late', '2031-06-18 10:00:00', { categories: [arts.id] });
    await make('Unlisted', '2031-06-18 11:00:00', { categories: [arts.id], hide_from_listings: true });
    await make('Draft', '2031-06-18 12:00:00', { categories: [arts.id], status: 'draft' });
    await site.make('/events', {
      title: 'Festival',
      start_date: '2031-06-28 18:00:00',
      end_date: '2031-07-02 22:00:00',
    });
  });
  afterAll(() => site.stop());

  it('show for a category its coming events, with the child categories', async () => {
    const { text, headers } = await site.page('/events/category/arts/');
    expect(text).toContain('<h1>Category: Arts</h1>');
    expect(text).toContain('All <em>arts</em>.');
    expect(titles(text)).toEqual(['Early', 'Middle']);
    expect(text).toMatch(new RegExp(`<a href="${ORIGIN}/events/category/arts/page/2/"[^>]* rel="next">Later events`));
    expect(headers.get('x-cal-api-root')).toBe(`${ORIGIN}/en/json/cal/events/v1/events/?categories=arts`);
    expect(text).toContain(`href="${ORIGIN}/events/feed.ics?categories=arts" type="text/calendar"`);
    expect(text).toContain(`hreflang="fr-CA" href="${ORIGIN}/fr-ca/events/category/arts-et-lettres/"`);
  });

  it('lead forward and back', async () => {
    const { text } = await site.page('/events/category/arts/page/2/');
    expect(titles(text)).toEqual(['Late']);
    expect(text).toMatch(
      new RegExp(`<a href="${ORIGIN}/events/category/arts/"[^>]* rel="prev"><span[^>]*>← </span>Earlier events`),
    );
    expect((await site.page('/events/category/arts/page/3/')).status).toBe(404);
  });

  it.each([
    ['/events/category/arts/?page=2', '/events/category/arts/page/2/'],
    ['/events/list/?search=a+b&page=03&when=past', '/events/list/page/3/?search=a+b&when=past'],
    ['/events/featured/?page=2', '/events/featured/page/2/'],
    ['/events/tag/loud/?page=2', '/events/tag/loud/page/2/'],
    ['/events/day/?page=2', '/events/day/page/2/'],
    ['/events/day/2031-06-16/?page=2', '/events/day/2031-06-16/page/2/'],
    ['/venue/any-hall/?page=2', '/venue/any-hall/page/2/'],
    ['/organizer/any-club/?page=2', '/organizer/any-club/page/2/'],
  ])('redirect from %s to %s, the right address of the page', async (path, address) => {
    const { status, location } = await site.page(path);
    expect([status, location]).toEqual([301, `${ORIGIN}${address}`]);
    const { location: french } = await site.page(path, { language: 'fr-ca' });
    expect(french).toBe(`${ORIGIN}/fr-ca${address}`);
  });

  it.each(['1', '0', '-2', 'two', '1e1', '1234567', ''])('show their first page for ?page=%s', async (page) => {
    expect(titles((await site.page(`/events/list/?page=${page}`)).text)).toEqual(['Early', 'Middle']);
    expect((await site.page(`/events/list/page/2/?page=${page}`)).text).toContain('>Late<');
  });

  it('show past events, the last first', async () => {
    expect(titles((await site.page('/events/category/arts/?when=past')).text)).toEqual(['Over']);
  });

  it('exist for other categories, tags and featured events too', async () => {
    expect(titles((await site.page('/events/category/arts/film/')).text)).toEqual(['Early']);
    expect(titles((await site.page('/events/tag/loud/')).text)).toEqual(['Early']);
    const featured = await site.page('/events/featured/');
    expect(titles(featured.text)).toEqual(['Early']);
    expect(featured.headers.get('x-cal-api-root')).toMatch(/events\/\?featured=1$/);
    expect(titles((await site.page('/events/list/')).text)).toEqual(['Early', 'Middle']);
    expect((await site.page('/events/category/none/')).status).toBe(404);
  });

  describe('by month', () => {
    /** Returns the titles in the cell of a day, including those of bars. */
    const entries = (text: string, day: string) => {
      const cell = text.split('<td').find((each) => each.includes(`datetime="${day}"`)) ?? '';
      return [...cell.matchAll(/event\/[\w-]+\/">(?:<span.*<\/span>)?\s*(?:<bdi>)?([^<]+)(?:<\/bdi>)?<\/a>/g)].map(
        ([, title]) => title,
      );
    };

    it('show each event on its day, and events of several days once a week', async () => {
      const { status, text } = await site.page('/events/month/2031-06/');
      expect(status).toBe(200);
      expect(text).toContain('<h1>Events: June 2031</h1>');
      expect(text).toContain('<caption class="sr">Events: June 2031</caption>');
      expect(text.match(/class="num"[^>]*><time datetime="2031-06-\d\d"/g)).toHaveLength(30);
      expect(text).toContain('<th scope="col"><abbr title="Sunday">Sun</abbr></th>');
      expect(entries(text, '2031-06-17')).toEqual(['Middle']);
      expect(entries(text, '2031-06-18')).toEqual(['Late']);
      expect(['28', '29', '30'].map((day) => entries(text, `2031-06-${day}`))).toEqual([
        ['Festival'],
        [],
        ['Festival'],
      ]);
      expect(text).toContain('--lane:0;--days:2');
      expect(text).toContain('(until Wednesday, July 2, 2031)');
      const july = (await site.page('/events/month/2031-07/')).text;
      expect([entries(july, '2031-07-01'), entries(july, '2031-07-02')]).toEqual([['Festival'], []]);
    });

    it('may be cached with revalidation', async () => {
      for (const path of ['/events/', '/events/day/2031-06-16/', '/events/list/']) {
        expect((await site.page(path)).headers.get('cache-control')).toBe('public, no-cache');
      }
    });

    it('start with the current month', async () => {
      const { text } = await site.page('/events/');
      expect(text).toContain('<h1>Events: June 2031</h1>');
      expect(text).toContain('<time datetime="2031-06-15" aria-current="date">');
      expect(text).toContain(`<link rel="canonical" href="${ORIGIN}/events/">`);
      expect(text).toMatch(new RegExp(`<a href="${ORIGIN}/events/month/2031-05/"[^>]* rel="prev">`));
      expect(text).toMatch(new RegExp(`<a href="${ORIGIN}/events/month/2031-07/"[^>]* rel="next">`));
      expect(text).toContain(`hreflang="es-US" href="${ORIGIN}/es-us/events/"`);
    });

    it('are in the language of the address', async () => {
      const { text } = await site.page('/events/month/2031-06/', { language: 'fr-ca' });
      expect(text).toContain('<h1>Événements : juin 2031</h1>');
      expect(text).toContain('mercredi 18 juin 2031');
    });

    it('skip months without events', async () => {
      const { text } = await site.page('/events/month/2031-05/');
      expect(text).toContain('There are no events in this month.');
      expect(text).toContain(`<a href="${ORIGIN}/events/month/2031-06/" data-js="cal-link">Events: June 2031</a>`);
      expect(text).toContain('noindex');
    });

    it('start and end with the supported years', async () => {
      const neighbours = async (month: string) =>
        [...(await site.page(`/events/month/${month}/`)).text.matchAll(/href="[^"]*\/events\/month\/([\d-]+)\//g)].map(
          ([, named]) => named,
        );
      expect(await neighbours('1970-01')).not.toContain('1969-12');
      expect(await neighbours('1970-02')).toContain('1970-01');
      expect(await neighbours('2200-11')).toContain('2200-12');
      expect(await neighbours('2200-12')).not.toContain('2201-01');
      for (const month of ['1969-12', '2201-01']) expect((await site.page(`/events/month/${month}/`)).status).toBe(404);
    });

    it.each(['2031-13', '2031-00', '0900-01', '3000-01', '2031-6', 'June'])('have no month %s', async (month) => {
      expect((await site.page(`/events/month/${month}/`)).status).toBe(404);
    });
  });

  it('embed lists and months without header and filters, whose further pages stay in the frame', async () => {
    const framed = async (query: string) => {
      const { text, headers } = await site.page(`/events/embed/?${query}`);
      return { text, policy: headers.get('content-security-policy') };
    };
    const list = await framed('category=arts');
    expect(list.text).not.toMatch(/<header|<form|<script/);
    expect(list.policy).toMatch(/frame-ancestors \*$/);
    expect(list.text).toContain('<base target="_top">');
    expect(list.text).toMatch(/href="[^"]*\/events\/embed\/\?view=list&amp;category=arts&amp;page=2" target="_self"/);
    const month = await framed('view=month&date=2031-08-01');
    expect(month.text).toContain('<table class="month">');
    expect(month.text).toMatch(
      /href="[^"]*\/events\/embed\/\?view=month&amp;date=2031-09-01" target="_self" rel="next"/,
    );
    expect((await framed('page=9999')).text).not.toContain('<main');
  });

  it('show a night event once, at its hour, and above the hours events that last a day', async () => {
    await make('Long night', '2031-08-01 22:00:00', { end_date: '2031-08-02 03:00:00' });
    await make('Retreat', '2031-08-01 18:00:00', { end_date: '2031-08-02 18:00:00' });
    const parts = (text: string) => text.split('<div class="hours');
    const [above, hours] = parts((await site.page('/events/day/2031-08-01/')).text);
    expect(above).toContain('>Retreat</a>');
    expect(above).not.toContain('Long night');
    expect(hours).toContain('10:00 pm</span> Long night</a>');
    const [next, none] = parts((await site.page('/events/day/2031-08-02/')).text);
    expect(next).not.toContain('Long night');
    expect(none).toBeUndefined();
  });
});

describe('events in another language than the page', () => {
  it('are labelled, and left out if the site shows each language alone', async () => {
    const site = await servePages({}, '2031-06-15T12:00:00Z');
    const day = { start_date: '2031-06-16 10:00:00', end_date: '2031-06-16 11:00:00' };
    await site.make('/events', { title: 'Fair', ...day });
    await site.make('/events', { title: 'Foire', ...day }, 'fr-ca');
    const pages = () =>
      Promise.all(
        ['/events/list/', '/events/month/2031-06/', '/events/day/2031-06-16/'].map(
          async (path) => (await site.page(path, { language: 'fr-ca' })).text,
        ),
      );
    const [list = '', ...others] = await pages();
    expect(list).toMatch(/<a [^>]*lang="en"[^>]*>Fair<\/a> <span class="tag">Anglais<\/span>/);
    for (const text of others) expect(text).toMatch(/lang="en"[^>]*>(?:<[^>]+>)*Fair/);
    const rules = { kinds: [{ name: 'cal_events', mode: 1 }], fields: [], version: 1 };
    await site.deliver({ type: rulesChanged.type, source: 'translation', position: 1, data: rules });
    for (const text of await pages()) expect([text.includes('Fair'), text.includes('Foire')]).toEqual([false, true]);
    await site.stop();
  });
});

pageTextsContract(import.meta.dirname, catalogues);

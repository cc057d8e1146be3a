import { pageTextsContract } from '@almanac/pages/texts-contract';
import { catalogues } from '../messages/catalogues.ts';
import { ORIGIN, type ServedPages, servePages } from '../pages/servePages.contract.ts';

const HALF_DAY = 12 * 60 * 60 * 1_000;

describe('cal/views/v2/html', () => {
  let site: ServedPages;
  const make = (title: string, start: string, more: object = {}) =>
    site.make('/events', { title, start_date: start, end_date: start, ...more });

  /** Returns the nonces in a page. */
  const noncesOf = (html: string): { tvn1: string; tvn2: string } =>
    JSON.parse(/data-js="cal-view-nonces">([^<]+)</.exec(html)?.[1] ?? '{}');

  type As = Parameters<ServedPages['ask']>[0];
  const ask = async (query: Record<string, string>, as: As = 'visitor') => {
    const answer = await site.ask(as, 'GET', `/html?${new URLSearchParams(query)}`, { namespace: 'cal/views/v2' });
    return { ...answer, html: String(answer.body.html ?? '') };
  };
  let nonces: { tvn1: string; tvn2: string };
  const view = async (address: string, more: Record<string, string> = {}, as: As = 'visitor') => {
    const { status, html } = await ask({ u: `${ORIGIN}${address}`, ...nonces, ...more }, as);
    expect(status).toBe(200);
    return { html, shown: /cal-events-view--([\w-]+)/.exec(html)?.[1], title: /<h1>([^<]*)/.exec(html)?.[1] };
  };

  beforeAll(async () => {
    site = await servePages({ settings: { events_per_page: 2 } }, '2031-06-15T12:00:00Z');
    const arts = await site.make('/categories', { name: 'Arts' });
    await make('Over', '2031-06-01 10:00:00');
    await make('Early', '2031-06-16 10:00:00', { categories: [arts.id] });
    await make('Middle', '2031-06-17 10:00:00');
    await make('Late', '2031-06-18 10:00:00');
    await make('Hush', '2031-06-16 20:00:00', { status: 'private' });
    nonces = noncesOf((await site.page('/events/')).text);
  });
  afterAll(() => site.stop());

  it('answers the markup of the page at the address', async () => {
    for (const path of [
      '/events/',
      '/events/day/2031-06-16/',
      '/events/week/',
      '/events/list/',
      '/events/category/arts/',
    ]) {
      const { html } = await view(path);
      expect((await site.page(path)).text).toContain(html);
      expect(html).toMatch(/^<div class="cal-common cal-events cal-events-view cal-events-view--\w+"/);
      expect(noncesOf(html)).toEqual(nonces);
    }
    const posted = await site.ask('visitor', 'POST', '/html', {
      namespace: 'cal/views/v2',
      body: { u: `${ORIGIN}/events/list/`, ...nonces },
    });
    expect([posted.status, Object.keys(posted.body)]).toEqual([200, ['html']]);
  });

  it('names the views that the site offers, and shows any other by its address', async () => {
    const few = await servePages({ settings: { enabled_views: ['list', 'day'] } }, '2031-06-15T12:00:00Z');
    const named = async (path: string) => {
      const [, choice = ''] = /<nav class="switch"[^>]*>([\s\S]*?)<\/nav>/.exec((await few.page(path)).text) ?? [];
      return [...choice.matchAll(/>(\w+)<\/a>/g)].map(([, name]) => name);
    };
    expect([await named('/events/list/'), await named('/events/week/')]).toEqual([
      ['List', 'Day'],
      ['List', 'Week', 'Day'],
    ]);
    await few.stop();
  });

  it.each([
    ['/events/month/2031-07/', {}, 'month', 'Events: July 2031'],
    ['/events/day/2031-06-16/', {}, 'day', 'Monday, June 16, 2031'],
    ['/events/list/?when=past', {}, 'list', 'Past events'],
    ['/events/?eventDisplay=past', {}, 'list', 'Past events'],
    ['/events/', { view: 'latest-past' }, 'latest-past', 'Latest past events'],
    ['/events/', { view: 'day', eventDate: '2031-06-17' }, 'day', 'Tuesday, June 17, 2031'],
    ['/events/list/', { view: 'none' }, 'month', 'Events: June 2031'],
    ['/events/list/', { view: 'reflector' }, 'month', 'Events: June 2031'],
    ['/events/list/', { view: 'constructor' }, 'month', 'Events: June 2031'],
    ['/a-post/', {}, 'month', 'Events: June 2031'],
    ['/events/month/2031-13/', {}, 'month', 'Events: June 2031'],
    ['/events/list/page/999/', {}, 'list', 'Upcoming events'],
    [
      '/events/list/',
      { 'view_data[eventDisplay]': 'day', 'view_data[eventDate]': '2031-06-18' },
      'day',
      'Wednesday, June 18, 2031',
    ],
    ['/fr-ca/events/month/2031-07/', {}, 'month', 'Événements : juillet 2031'],
    ['/events/?__proto__=x&constructor=y', { __proto__: 'x' }, 'month', 'Events: June 2031'],
  ])('shows for %s with %j the view %s: %s', async (address, more, slug, title) => {
    expect(await view(address, more as Record<string, string>)).toMatchObject({ shown: slug, title });
  });

  it('shows the picked day of a month, and keeps it only in its address', async () => {
    const { html, title } = await view('/events/month/2031-06/?date=2031-06-17');
    expect([title, /<div class="chosen">.*?datetime="([^"]+)"/s.exec(html)?.[1]]).toEqual([
      'Events: June 2031',
      '2031-06-17',
    ]);
    expect(html).toContain(`data-address="${ORIGIN}/events/month/2031-06/?date=2031-06-17"`);
    expect(html).toContain(`href="${ORIGIN}/events/month/2031-07/"`);
    expect(html.match(/<td class="day picked">/g)).toHaveLength(1);
    const { text } = await site.page('/events/month/2031-06/?date=2031-06-02');
    expect(text).toContain(`<link rel="canonical" href="${ORIGIN}/events/month/2031-06/">`);
    expect([text.includes('noindex'), /<div class="chosen">.*?No events/s.test(text)]).toEqual([true, true]);
    for (const month of ['/events/month/2031-06/', '/events/?eventDate=2031-06', '/events/?date=2031-06-31']) {
      expect((await view(month)).html).not.toContain('picked');
    }
  });

  it('shows the page that the path or the query of the address names', async () => {
    for (const address of ['/events/list/page/2/', '/events/list/?page=2', '/events/?eventDisplay=list&page=2']) {
      const { html } = await view(address);
      expect(html).toContain('>Late</a>');
      expect(html).not.toContain('Early</a>');
      expect(html).toContain(`data-address="${ORIGIN}/events/list/page/2/"`);
    }
    expect((await view('/events/month/2031-06/?page=2')).html).toContain('Early</a>');
  });

  it('filters by the address, and says how many events it found', async () => {
    const { html } = await view('/events/list/?category=arts&search=earl');
    expect(html).toContain('1 event found');
    expect(html).toContain('>Early</a>');
    expect(html).not.toContain('Middle</a>');
    expect((await view('/events/?search=nothing-like-it')).html).toContain('0 events found');
    expect((await view('/events/list/?category=none')).html).toContain('0 events found');
    for (const asked of ['search=nothing-like-it', 'category=none', 'search=nothing-like-it&when=past']) {
      const none = (await view(`/events/list/?${asked}`)).html;
      expect(none).toMatch(/No events match these filters\. <a href="[^"?]*\/events\/list\/[^"]*"[^>]*>All events</);
      expect(none).not.toContain('Nothing is planned');
    }
    expect((await view('/events/category/arts/?date=2040-01-01')).html).toContain('No events match these filters.');
    expect((await view('/events/list/?cal-bar-search=middle')).html).toContain('>Middle</a>');
    expect((await view('/events/list/', { 'view_data[search]': 'late' })).html).toContain('>Late</a>');
    expect((await view('/events/list/?search=%3Cb%3E%22')).html).not.toContain('value="<b>');
  });

  it('shows private events to users who may read them, with their own nonce', async () => {
    const own = noncesOf((await site.page('/events/', { as: 'administrator' })).text);
    expect(own.tvn2).toBe(nonces.tvn2);
    expect(own.tvn1).not.toBe('');
    const { status, html } = await ask({ u: '/events/day/2031-06-16/', tvn1: own.tvn1 }, 'administrator');
    expect([status, html.includes('Private: Hush')]).toEqual([200, true]);
    expect((await view('/events/day/2031-06-16/')).html).not.toContain('Hush');
    expect((await view('/events/', { view: 'reflector' }, 'administrator')).html).toMatch(/^<pre>/);
  });

  it.each([
    ['nothing', {}, 'rest_missing_callback_param'],
    ['a list', { 'u[]': '/events/' }, 'rest_invalid_param'],
    ['an object', { 'u[a]': '/events/' }, 'rest_invalid_param'],
    ['another site', { u: 'https://elsewhere.test/events/' }, 'rest_invalid_param'],
    ['another site without a scheme', { u: '//elsewhere.test/events/' }, 'rest_invalid_param'],
    ['another port', { u: `${ORIGIN}:81/events/` }, 'rest_invalid_param'],
    ['no address', { u: 'javascript:alert(1)' }, 'rest_invalid_param'],
    ['view_data that is none', { u: '/events/', view_data: 'x' }, 'rest_invalid_param'],
  ])('refuses %s as address, whatever the nonce', async (_, query, code) => {
    for (const more of [{}, nonces]) {
      const { status, body } = await ask({ ...query, ...more } as Record<string, string>);
      expect([status, body.code]).toEqual([400, code]);
    }
  });

  it('handles any value beside the address', async () => {
    const odd: readonly unknown[] = [{ toString: 1 }, ['day'], 7, null, { constructor: { prototype: 1 } }];
    for (const value of odd) {
      const body = { u: '/events/', ...nonces, view: value, eventDate: value, action: value, search: value };
      const answer = await site.ask('visitor', 'POST', '/html', { namespace: 'cal/views/v2', body });
      expect([answer.status, answer.body.html?.includes('June 2031')]).toEqual([200, true]);
    }
    const { html } = await view(
      `/events/list/?search=${'%F0%9F%8E%B5'.repeat(150)}&venue=99999999999999&category=%E0%A4%A`,
    );
    expect(html).toContain('0 events found');
    expect(/name="search"[^>]*value="([^"]*)"/.exec(html)?.[1]).toBe('🎵'.repeat(100));
  });

  it('refuses a missing nonce, another user’s, or an expired one', async () => {
    const own = noncesOf((await site.page('/events/', { as: 'administrator' })).text).tvn1;
    const u = '/events/';
    for (const query of [{ u }, { u, tvn1: 'x', tvn2: '' }, { u, tvn1: own }]) {
      const { status, body } = await ask(query);
      expect([status, body.code]).toEqual([401, 'rest_forbidden']);
    }
    expect((await ask({ u, tvn1: own }, 'editor')).status).toBe(403);
    site.advance(HALF_DAY);
    expect((await ask({ u, ...nonces })).status).toBe(200);
    site.advance(HALF_DAY);
    expect((await ask({ u, ...nonces })).status).toBe(401);
  });
});

pageTextsContract(import.meta.dirname, catalogues);

import { RULES_KEY, rulesChanged } from '@almanac/contracts';
import type { Delivery, Subscription } from '@almanac/messaging';
import { pageTextsContract } from '@almanac/pages/texts-contract';
import { ServiceUnavailableError } from '@almanac/service';
import { catalogues } from '../messages/catalogues.ts';
import { ORIGIN, type ServedPages, servePages } from './servePages.contract.ts';

type Changes = Readonly<Record<string, unknown>> & { readonly id: number };

const fair = {
  id: 1_001,
  status: 'publish',
  language: 'en',
  languages: ['en', 'fr-ca'],
  path: '/event/fair/',
  slug: 'fair',
  title: 'Tom&#8217;s <b>fair</b>',
  start: '2026-05-02T14:00:00Z',
  end: '2026-05-02T16:00:00Z',
  startClock: '2026-05-02T10:00:00',
  endClock: '2026-05-02T12:00:00',
  allDay: false,
  hidden: false,
};

describe('the archives of posts', () => {
  let site: ServedPages;
  const subscriptions: Subscription[] = [];
  let position = 0;

  const titles = (text: string) =>
    [...text.matchAll(/<h2><a href="[^"]+">([^<]+)<\/a><\/h2>/g)].map(([, title]) => title);

  const deliver = async (to: string, key: string, type: string, data: object): Promise<void> => {
    position++;
    const place = { source: 'calendar', epoch: 1, position, n: 0, key } as const;
    const delivery = { ...place, type, data } as unknown as Delivery;
    for (const { name, handle } of subscriptions) if (name === to) await handle(delivery);
  };
  const tell = (data: Changes, type = 'calendar.event-changed.v1', more = {}): Promise<void> =>
    deliver('core.events', `event-${data.id}`, type, { ...data, ...more });

  beforeAll(async () => {
    site = await servePages({
      // the calendar does not answer requests
      fetchInternal: async () => {
        throw new ServiceUnavailableError('calendar');
      },
      bus: {
        subscribe: async (subscription) => {
          subscriptions.push(subscription);
          return { reached: async () => true, lag: async () => new Map(), stop: async () => undefined };
        },
        close: async () => undefined,
      },
    });
    const above = await site.make('/categories', { name: 'Nature' });
    const below = await site.make('/categories', { name: 'Rivers', parent: above.id });
    await site.make('/categories', { name: 'Nature sauvage', translation_of: above.id }, 'fr-ca');
    const tag = await site.make('/tags', { name: 'Wet' });
    await tell({ ...fair, tags: [tag.id] });
    for (let count = 1; count <= 12; count++) {
      const date = `2026-04-${String(count).padStart(2, '0')}T10:00:00`;
      const terms = { categories: [count === 12 ? below.id : above.id], tags: count === 3 ? [tag.id] : [] };
      await site.make('/posts', { title: `Post ${count}`, status: 'publish', date, ...terms, sticky: count === 2 });
    }
    await site.make('/posts', { title: 'Draft' });
    await site.make('/posts', { title: 'Billet', status: 'publish' }, 'fr-ca');
  });
  afterAll(() => site.stop());

  it('label posts in another language, and leave them out if the site shows each language alone', async () => {
    const follow = (kinds: readonly object[], version: number) =>
      deliver('core.translation-rules', RULES_KEY, rulesChanged.type, { kinds, fields: [], version });
    const french = async () => (await site.page('/', { language: 'fr-ca' })).text;
    expect(await french()).toMatch(/<a [^>]*lang="en"[^>]*>Post 12<\/a> <span class="tag">Anglais<\/span>/);
    await follow([{ name: 'post', mode: 1 }], 1);
    expect(titles(await french())).toEqual(['Billet']);
    await follow([], 2);
    expect(await french()).toContain('>Post 12</a>');
  });

  it('begin on the home page, with coming events, sticky posts, then the newest', async () => {
    const { status, text, headers } = await site.page('/');
    expect([status, headers.get('vary')]).toEqual([200, 'Accept-Language']);
    expect(text).toContain('<h1>Specs</h1>');
    expect(text).toContain(`<a href="${ORIGIN}/event/fair/">Tom&#8217;s fair</a>`);
    expect(text).toContain('<time datetime="2026-05-02T10:00:00">Saturday, May 2, 2026, 10:00 am</time>');
    expect(titles(text).slice(0, 3)).toEqual(['Post 2', 'Post 12', 'Post 11']);
    expect(text).toContain(`<a rel="next" href="${ORIGIN}/page/2/">Older posts`);
    expect(text).toContain(`<link rel="canonical" href="${ORIGIN}/en/">`);
    expect(text).toContain(`hreflang="x-default" href="${ORIGIN}/en/"`);
  });

  it.each([
    ['/?page=2', '/page/2/'],
    ['/category/nature/?page=2', '/category/nature/page/2/'],
    ['/search/?s=a&page=2', '/search/page/2/?s=a'],
  ])('redirect from %s to %s, the right address of the page', async (path, address) => {
    const { status, location } = await site.page(path);
    expect([status, location]).toEqual([301, `${ORIGIN}${address}`]);
  });

  it('lead to the older posts, and end', async () => {
    const { text } = await site.page('/page/2/');
    expect(titles(text)).toEqual(['Post 2', 'Post 1']);
    expect(text).toContain(`<a rel="prev" href="${ORIGIN}/en/">`);
    expect(text).not.toContain('rel="next"');
    expect((await site.page('/page/3/')).status).toBe(404);
    expect((await site.page('/page/0/')).status).toBe(404);
  });

  it('exist for each language, with untranslated posts of the site’s own', async () => {
    expect(titles((await site.page('/', { language: 'fr-ca' })).text)).toContain('Billet');
    expect(titles((await site.page('/')).text)).not.toContain('Billet');
  });

  const onAtHome = async (language = 'en'): Promise<string[]> => {
    const { text } = await site.page('/', { language });
    const titled =
      /<h3><a href="[^"]+"(?: lang="[^"]+" dir="\w+")?>([^<]+)<\/a>(?: <span class="tag">(\w+)<\/span>)?<\/h3>/g;
    return [...text.matchAll(titled)].map(
      ([, title, label]) => (label === undefined ? title : `${title} (${label})`) ?? '',
    );
  };

  it('omit coming events if there are none', async () => {
    await tell({ id: fair.id, status: 'draft', path: null });
    const { status, text } = await site.page('/');
    await tell({ id: fair.id, status: 'publish', path: fair.path });
    expect(status).toBe(200);
    expect(text).not.toContain('Upcoming events');
    expect(await onAtHome()).toEqual(['Tom&#8217;s fair']);
  });

  it('show as coming events the next six that visitors see in a list of their language', async () => {
    const day = (number: number) => ({
      startClock: `2026-05-0${number}T10:00:00`,
      endClock: `2026-05-0${number}T11:00:00`,
      start: `2026-05-0${number}T14:00:00Z`,
      end: `2026-05-0${number}T15:00:00Z`,
    });
    const others = [
      { id: 2, title: 'Hidden', hidden: true },
      { id: 3, title: 'Private', status: 'private' },
      { id: 4, title: 'French', language: 'fr-ca', languages: ['fr-ca'] },
      { id: 5, title: 'Over', ...day(1), start: '2026-04-20T14:00:00Z', startClock: '2026-04-20T10:00:00' },
      ...[3, 4, 5, 6, 7, 8].map((number) => ({ id: 10 + number, title: `Day ${number}`, ...day(number) })),
    ];
    for (const other of others) await tell({ ...fair, tags: [], ...other });
    expect(await onAtHome()).toEqual(['Tom&#8217;s fair', 'Day 3', 'Day 4', 'Day 5', 'Day 6', 'Day 7']);
    const english = ['Tom&#8217;s fair', 'Day 3', 'Day 4', 'Day 5', 'Day 6'].map((title) => `${title} (Anglais)`);
    expect(await onAtHome('fr-ca')).toEqual(['French', ...english]);
    await tell({ id: 13 }, 'calendar.event-trashed.v1', { from: 'publish', slug: 'x' });
    await tell({ id: 14 }, 'calendar.event-deleted.v1');
    await tell({ id: 15 }, 'calendar.erased.v1', { kind: 'event' });
    expect(await onAtHome()).toEqual(['Tom&#8217;s fair', 'Day 6', 'Day 7', 'Day 8']);
  });

  it('show an event from before the calendar published its clocks by those of the site, and copy none twice', async () => {
    const { startClock: _, endClock: __, allDay: ___, hidden: ____, languages: _____, ...older } = fair;
    await tell({ ...older, id: 30, title: 'Older', start: '2026-05-02T03:30:00Z', end: '2026-05-02T04:00:00Z' });
    const { text } = await site.page('/');
    expect(text).toContain('<time datetime="2026-05-01T23:30:00">Friday, May 1, 2026, 11:30 pm</time>');
    const at = position;
    await tell({ id: 30 }, 'calendar.event-deleted.v1');
    position = at - 1;
    await tell({ id: 30, title: 'Late' });
    position = at + 1;
    expect(await onAtHome()).not.toContain('Late');
  });

  it('refuse a change of an unknown event, so that an operator sees it', async () => {
    await expect(tell({ id: 99, title: 'Half' })).rejects.toMatchObject({ code: 'incomplete-copy' });
  });

  it('contain for a category the posts of its children, whatever precedes its slug', async () => {
    for (const path of ['/category/nature/', '/category/anything/nature/']) {
      const { text, headers } = await site.page(path);
      expect(text).toContain('<h1>Category: Nature</h1>');
      expect(titles(text)[0]).toBe('Post 12');
      expect(text).toContain(`<link rel="canonical" href="${ORIGIN}/category/nature/">`);
      expect(headers.get('link')).toMatch(/core\/v2\/categories\/\d+>; rel="alternate"; type="application\/json"/);
    }
    const below = await site.page('/category/nature/rivers/');
    expect(titles(below.text)).toEqual(['Post 12']);
    expect((await site.page('/category/nature/page/2/')).status).toBe(200);
    expect((await site.page('/category/none/')).status).toBe(404);
  });

  it('link the versions of a translated category', async () => {
    const { text } = await site.page('/category/nature/');
    expect(text).toContain(`hreflang="fr-CA" href="${ORIGIN}/fr-ca/category/nature-sauvage/"`);
    expect((await site.page('/category/nature/', { language: 'fr-ca' })).location).toBe(
      `${ORIGIN}/fr-ca/category/nature-sauvage/`,
    );
  });

  it('contain for a tag its events too, and link the calendar’s REST address', async () => {
    const { text, headers } = await site.page('/tag/wet/');
    expect(text).toContain('<h1>Tag: Wet</h1>');
    expect(text).toContain(`${ORIGIN}/event/fair/`);
    expect(titles(text)).toEqual(['Post 3']);
    expect(headers.get('x-cal-api-root')).toBe(`${ORIGIN}/en/json/cal/events/v1/events/?tags=wet`);
  });

  it('show only public facts of an author', async () => {
    const { text, headers } = await site.page('/author/administrator/');
    expect(text).toContain('<h1>administrator</h1>');
    expect(titles(text)).toHaveLength(10);
    expect(headers.get('link')).toContain('/core/v2/users/1>');
    expect(text).not.toContain('example.test');
    expect((await site.page('/author/subscriber/')).status).toBe(404);
    expect((await site.page('/author/subscriber/', { as: 'administrator' })).status).toBe(200);
    expect((await site.page('/author/nobody/')).status).toBe(404);
  });
});

pageTextsContract(import.meta.dirname, catalogues);

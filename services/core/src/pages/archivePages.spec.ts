import { pageTextsContract } from '@almanac/pages/texts-contract';
import { ServiceUnavailableError } from '@almanac/service';
import { catalogues } from '../messages/catalogues.ts';
import { ORIGIN, type ServedPages, servePages } from './servePages.contract.ts';

const fair = { title: 'Tom&#8217;s <b>fair</b>', url: `${ORIGIN}/event/fair/`, start_date: '2026-05-02 10:00:00' };

describe('the archives of posts', () => {
  let site: ServedPages;
  const asked: string[] = [];
  let calendarAnswers = true;

  const titles = (text: string) =>
    [...text.matchAll(/<h2><a href="[^"]+">([^<]+)<\/a><\/h2>/g)].map(([, title]) => title);

  beforeAll(async () => {
    site = await servePages({
      fetchInternal: async (service, path) => {
        asked.push(`${service} ${path}`);
        if (!calendarAnswers) throw new ServiceUnavailableError('calendar');
        return { status: 200, headers: new Headers(), body: { events: [{ ...fair, all_day: false }] } };
      },
    });
    const above = await site.make('/categories', { name: 'Nature' });
    const below = await site.make('/categories', { name: 'Rivers', parent: above.id });
    await site.make('/categories', { name: 'Nature sauvage', translation_of: above.id }, 'fr-ca');
    const tag = await site.make('/tags', { name: 'Wet' });
    for (let count = 1; count <= 12; count++) {
      const date = `2026-04-${String(count).padStart(2, '0')}T10:00:00`;
      const terms = { categories: [count === 12 ? below.id : above.id], tags: count === 3 ? [tag.id] : [] };
      await site.make('/posts', { title: `Post ${count}`, status: 'publish', date, ...terms, sticky: count === 2 });
    }
    await site.make('/posts', { title: 'Draft' });
    await site.make('/posts', { title: 'Billet', status: 'publish' }, 'fr-ca');
  });
  afterAll(() => site.stop());

  it('begin at home, with what is on, sticky posts, then the newest', async () => {
    const { status, text, headers } = await site.page('/');
    expect([status, headers.get('vary')]).toEqual([200, 'Accept-Language']);
    expect(text).toContain('<h1>Specs</h1>');
    expect(text).toContain(`<a href="${ORIGIN}/event/fair/">Tom&#8217;s fair</a>`);
    expect(text).toContain('<time datetime="2026-05-02T10:00:00">Saturday, May 2, 2026, 10:00 am</time>');
    expect(titles(text).slice(0, 3)).toEqual(['Post 2', 'Post 12', 'Post 11']);
    expect(text).toContain(`<a rel="next" href="${ORIGIN}/page/2/">Older posts`);
    expect(text).toContain(`<link rel="canonical" href="${ORIGIN}/en/">`);
    expect(text).toContain(`hreflang="x-default" href="${ORIGIN}/"`);
    expect(asked).toContain('calendar /cal/events/v1/events?per_page=5');
  });

  it('go on to the older posts, and end', async () => {
    const { text } = await site.page('/page/2/');
    expect(titles(text)).toEqual(['Post 2', 'Post 1']);
    expect(text).toContain(`<a rel="prev" href="${ORIGIN}/en/">`);
    expect(text).not.toContain('rel="next"');
    expect((await site.page('/page/3/')).status).toBe(404);
    expect((await site.page('/page/0/')).status).toBe(404);
  });

  it('are of each language, with those of the site’s own that are not translated', async () => {
    expect(titles((await site.page('/', { language: 'fr-ca' })).text)).toContain('Billet');
    expect(titles((await site.page('/')).text)).not.toContain('Billet');
  });

  it('go without what is on where the calendar is silent', async () => {
    calendarAnswers = false;
    const { status, text } = await site.page('/');
    calendarAnswers = true;
    expect(status).toBe(200);
    expect(text).not.toContain('What is on');
  });

  it('of a category have the posts of those below it, whatever stands before its slug', async () => {
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

  it('of a translated category lead to one another', async () => {
    const { text } = await site.page('/category/nature/');
    expect(text).toContain(`hreflang="fr-CA" href="${ORIGIN}/fr-ca/category/nature-sauvage/"`);
    expect((await site.page('/category/nature/', { language: 'fr-ca' })).location).toBe(
      `${ORIGIN}/fr-ca/category/nature-sauvage/`,
    );
  });

  it('of a tag have its events too, and say where the calendar’s interface shows them', async () => {
    const { text, headers } = await site.page('/tag/wet/');
    expect(text).toContain('<h1>Tag: Wet</h1>');
    expect(text).toContain(`${ORIGIN}/event/fair/`);
    expect(titles(text)).toEqual(['Post 3']);
    expect(headers.get('x-cal-api-root')).toBe(`${ORIGIN}/en/json/cal/events/v1/events/?tags=wet`);
  });

  it('of an author show what everybody may know', async () => {
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

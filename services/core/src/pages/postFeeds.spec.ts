import { ORIGIN, type ServedPages, servePages } from './servePages.contract.ts';

const titles = (feed: string): string[] =>
  [...feed.matchAll(/<item>\n<title>(.*)<\/title>/g)].map(([, title]) => title as string);

describe('the feeds of posts', () => {
  let site: ServedPages;

  beforeAll(async () => {
    site = await servePages();
    const news = await site.make('/categories', { name: 'News & more' });
    const local = await site.make('/categories', { name: 'Local', parent: news.id });
    const tag = await site.make('/tags', { name: 'Rivers' });
    const post = { status: 'publish', date: '2026-04-02T10:00:00' };
    await site.make('/posts', { ...post, title: 'One', categories: [local.id] });
    await site.make('/posts', { ...post, title: 'Two', tags: [tag.id], date: '2026-04-03T10:00:00' });
    await site.make('/posts', { ...post, title: 'Trois', translation_of: undefined }, 'fr-ca');
    await site.make('/posts', { title: 'Draft', categories: [news.id] });
    const open = { status: 'publish', comment_status: 'open', date: '2026-04-01T10:00:00' };
    const commented = await site.make('/pages', { ...open, title: 'Rules' });
    await site.make('/comments', { post: commented.id, content: 'Fair <b>enough</b>' });
    await site.make('/comments', { post: commented.id, content: 'Held', status: 'hold' });
    const hidden = [
      await site.make('/pages', { ...open, title: 'Locked', password: 'sesame' }),
      await site.make('/pages', { ...open, title: 'Private', status: 'private' }),
      await site.make('/pages', { ...open, title: 'Règles' }, 'fr-ca'),
    ];
    for (const { id } of hidden) await site.make('/comments', { post: id, content: 'Hidden' });
  });
  afterAll(() => site.stop());

  it.each([
    ['/feed/', ['Two', 'One'], 'Specs'],
    ['/feed.xml', ['Two', 'One'], 'Specs'],
    ['/category/news-more/feed/', ['One'], 'News &#38; more – Specs'],
    ['/category/news-more/local/feed/', ['One'], 'Local – Specs'],
    ['/tag/rivers/feed/', ['Two'], 'Rivers – Specs'],
    ['/author/administrator/feed/', ['Two', 'One'], 'administrator – Specs'],
    ['/category/none/feed/', [], 'Specs'],
    ['/comments/feed/', ['Comment on Rules by administrator'], 'Comments – Specs'],
  ])('are at %s', async (path, items, title) => {
    const { status, text, headers } = await site.page(path);
    expect([status, headers.get('content-type')]).toEqual([200, 'application/rss+xml; charset=UTF-8']);
    expect(titles(text)).toEqual(items);
    expect(text.replaceAll('&amp;', '&#38;')).toContain(`<title>${title}</title>`);
    expect(text).toContain(`<atom:link href="${ORIGIN}${path}" rel="self"`);
  });

  it('show the text and the address of comments, and only those that everyone may read', async () => {
    const { text } = await site.page('/comments/feed/');
    expect(text).toContain('<description>Fair enough</description>');
    expect(text).toMatch(/<link>https:\/\/site\.test\/rules\/#comment-\d+<\/link>/);
    expect(titles((await site.page('/comments/feed/', { language: 'fr-ca' })).text)).toEqual([
      'Commentaire de administrator sur Règles',
    ]);
  });

  it('are in the language of the address', async () => {
    const { text } = await site.page('/feed/', { language: 'fr-ca' });
    expect(titles(text)).toContain('Trois');
    expect(text).toContain(`<atom:link href="${ORIGIN}/fr-ca/feed/" rel="self"`);
  });

  it.each([
    ['/feed/rss2/', '/feed/'],
    ['/feed/rss/', '/feed/'],
    ['/?feed=rss2', '/feed/'],
    ['/?feed=atom', '/feed/atom/'],
    ['/?feed=rdf', '/feed/rdf/'],
  ])('lead from %s to %s', async (path, feed) => {
    expect(await site.page(path)).toMatchObject({ status: 301, location: `${ORIGIN}${feed}` });
  });

  it.each([
    ['/feed/atom/', 'atom', ['Two', 'One']],
    ['/feed/rdf/', 'rdf', ['Two', 'One']],
    ['/category/news-more/feed/atom/', 'atom', ['One']],
    ['/comments/feed/rdf/', 'rdf', ['Comment on Rules by administrator']],
    ['/rules/feed/atom/', 'atom', ['Comment on Rules by administrator']],
    ['/search/two/feed/atom/', 'atom', ['Two']],
    ['/search/two/feed/rss2/', 'rss', ['Two']],
    ['/search/draft/feed/', 'rss', []],
  ])('are at %s as %s', async (path, format, items) => {
    const { status, text, headers } = await site.page(path);
    expect([status, headers.get('content-type')]).toEqual([200, `application/${format}+xml; charset=UTF-8`]);
    const found = [...text.matchAll(/<(?:item|entry)[^>]*>\n<title>(.*)<\/title>/g)].map(([, title]) => title);
    expect(found).toEqual(items);
  });

  it('answer conditional requests', async () => {
    const etag = (await site.page('/feed/')).headers.get('etag') ?? '';
    expect((await site.page('/feed/', { headers: { 'if-none-match': etag } })).status).toBe(304);
  });

  it('are linked by pages', async () => {
    const { text } = await site.page('/category/news-more/');
    for (const path of ['/feed/', '/category/news-more/feed/']) {
      expect(text).toContain(`<link rel="alternate" href="${ORIGIN}${path}" type="application/rss+xml"`);
    }
    expect(text).toContain(`<link rel="alternate" href="${ORIGIN}/events/?ical=1" type="text/calendar"`);
  });

  it('do not exist for an unknown author', async () => {
    expect((await site.page('/author/none/feed/')).status).toBe(404);
  });
});

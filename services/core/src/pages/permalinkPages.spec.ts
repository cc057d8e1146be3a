import { ORIGIN, type ServedPages, servePages } from './servePages.contract.ts';

describe('the permalinks of posts', () => {
  let site: ServedPages;
  // biome-ignore lint/suspicious/noExplicitAny: records as answered
  const made: Record<string, any> = {};

  const set = (permalinks: string) => site.ask('administrator', 'PATCH', '/core/v2/settings', { permalinks });

  beforeAll(async () => {
    site = await servePages();
    const category = await site.make('/categories', { name: 'News' });
    const shared = { status: 'publish', date: '2026-04-02T10:00:00', categories: [category.id] };
    made.hello = await site.make('/posts', { ...shared, title: 'Hello' });
    made.secret = await site.make('/posts', { ...shared, title: 'Locked', password: 'sesame' });
    made.bonjour = await site.make('/posts', { ...shared, title: 'Bonjour', translation_of: made.hello.id }, 'fr-ca');
    await set('/blog/{slug}/');
    await set('/{year}/{month}/{slug}/');
  });
  afterAll(() => site.stop());

  it('are the links of records, and leave their guid', async () => {
    const { link, guid, permalink_template } = await site.ask(
      'administrator',
      'GET',
      `/core/v2/posts/${made.hello.id}?context=edit`,
    );
    expect(link).toBe(`${ORIGIN}/2026/04/hello/`);
    expect(guid.rendered).toBe(made.hello.guid.rendered);
    expect(permalink_template).toBe(`${ORIGIN}/2026/04/%postname%/`);
  });

  it('are the addresses of pages, in every language', async () => {
    const { status, text } = await site.page('/2026/04/hello/');
    expect(status).toBe(200);
    expect(text).toContain(`<link rel="canonical" href="${ORIGIN}/2026/04/hello/">`);
    expect(text).toContain(`hreflang="fr-CA" href="${ORIGIN}/fr-ca/2026/04/bonjour/"`);
    expect((await site.page('/2026/04/bonjour/', { language: 'fr-ca' })).status).toBe(200);
    expect((await site.page('/2026/04/hello/embed/')).text).toContain(`${ORIGIN}/2026/04/hello/`);
  });

  it('follow a public post from its former slugs, not from those of drafts', async () => {
    const post = await site.make('/posts', { title: 'Draft name', slug: 'first', status: 'draft' });
    const rename = (slug: string, more = {}) =>
      site.ask('administrator', 'POST', `/core/v2/posts/${post.id}`, { slug, ...more });
    await rename('second', { status: 'publish', date: '2026-03-02T10:00:00' });
    await rename('third');
    const { link } = await rename('fourth');
    for (const path of ['/second/', '/third/', '/2026/03/third/'])
      expect(await site.page(path)).toMatchObject({ status: 301, location: link });
    expect((await site.page('/first/')).status).toBe(404);
    await rename('fourth', { status: 'private' });
    expect((await site.page('/third/')).status).toBe(404);
    await site.ask('administrator', 'DELETE', `/core/v2/posts/${post.id}?force=true`);
  });

  it('are in lists, feeds and sitemaps', async () => {
    const address = `${ORIGIN}/2026/04/hello/`;
    for (const path of [
      '/',
      '/category/news/',
      '/feed/',
      '/feed.xml',
      '/category/news/feed/',
      '/sitemap-posts-1.xml',
    ]) {
      expect((await site.page(path)).text).toContain(address);
    }
  });

  it.each(['/hello/', '/blog/hello/', '/2025/04/hello/', '/2026/04/Hello%20/'])(
    'are where the former address %s leads to',
    async (path) => {
      const { status, location } = await site.page(`${path}?utm=1`);
      expect([status, location]).toEqual([301, `${ORIGIN}/2026/04/hello/?utm=1`]);
    },
  );

  it.each(['/other/hello/', '/2026/hello/', '/2026/04/02/hello/', '/2026/04/none/'])(
    'are no reason to answer %s, which never was an address',
    async (path) => {
      expect((await site.page(path)).status).toBe(404);
    },
  );

  it('open protected posts', async () => {
    const locked = await site.page('/2026/04/locked/');
    expect(locked.text).toContain(`action="${ORIGIN}/2026/04/locked/"`);
    const opened = await site.page('/2026/04/locked/', { form: { password: 'sesame' } });
    expect([opened.status, opened.location]).toEqual([303, `${ORIGIN}/2026/04/locked/`]);
  });

  it.each(['/events/{slug}/', '/json/{slug}/', '/fr-ca/{slug}/', '/feed/{slug}/', '/{slug}', '/{day}/{slug}/'])(
    'refuse the setting %s',
    async (permalinks) => {
      expect(await set(permalinks)).toMatchObject({ code: 'rest_invalid_param', data: { status: 400 } });
    },
  );
});

import { ORIGIN, type ServedPages, servePages } from './servePages.contract.ts';

describe('the pages of posts', () => {
  let site: ServedPages;
  // biome-ignore lint/suspicious/noExplicitAny: records as answered
  const made: Record<string, any> = {};

  beforeAll(async () => {
    site = await servePages();
    const category = await site.make('/categories', { name: 'News & more', description: 'What is <em>new</em>.' });
    const tag = await site.make('/tags', { name: 'Rivers' });
    made.hello = await site.make('/posts', {
      title: 'Hello "world" <em>x</em>',
      content: 'First & last.\n\nSecond.',
      status: 'publish',
      categories: [category.id],
      tags: [tag.id],
      date: '2026-04-02T10:00:00',
    });
    const bonjour = { title: 'Bonjour', status: 'publish', translation_of: made.hello.id };
    made.bonjour = await site.make('/posts', bonjour, 'fr-ca');
    made.secret = await site.make('/posts', {
      title: 'Hidden',
      content: 'the hidden words',
      status: 'publish',
      password: 'sesame',
    });
    made.private = await site.make('/posts', { title: 'Ours', status: 'private' });
    made.draft = await site.make('/posts', { title: 'Unfinished', content: 'not yet' });
    made.hostile = await site.make('/posts', {
      title: '</title><script>alert(1)</script>',
      content: '<script>alert(2)</script><p onclick="x()">a</p>',
      status: 'publish',
    });
  });
  afterAll(() => site.stop());

  describe('of a public post', () => {
    it('show it at its address, with one heading and its terms', async () => {
      const { status, text, headers } = await site.page('/hello-world-x/');
      expect(status).toBe(200);
      expect(headers.get('cache-control')).toBe('public, no-cache');
      expect(text.match(/<h1>/g)).toHaveLength(1);
      expect(text).toContain('<h1>Hello &#8220;world&#8221; x</h1>');
      expect(text).toContain('<p>First &#038; last.</p>\n<p>Second.</p>');
      expect(text).toContain('<time datetime="2026-04-02T10:00:00">April 2, 2026</time>');
      expect(text).toContain(`<a rel="author" href="${ORIGIN}/author/administrator/">`);
      expect(text).toContain(`<a href="${ORIGIN}/category/news-more/">News &amp; more</a>`);
      expect(text).toContain(`<a href="${ORIGIN}/tag/rivers/">Rivers</a>`);
      expect(text).toContain('<meta name="description" content="First &amp; last. Second.">');
    });

    it('link its record and its embeddable form', async () => {
      const { text, headers } = await site.page('/hello-world-x/');
      const json = `${ORIGIN}/en/json/core/v2/posts/${made.hello.id}`;
      expect(headers.get('link')).toBe(`<${json}>; rel="alternate"; type="application/json"`);
      expect(headers.get('x-cal-api-root')).toBe(`${ORIGIN}/en/json/cal/events/v1/`);
      expect(text).toContain(`<link rel="alternate" href="${json}" type="application/json" title="JSON">`);
      const url = encodeURIComponent(`${ORIGIN}/hello-world-x/`);
      expect(text).toContain(`href="${ORIGIN}/en/json/oembed/1.0/embed?url=${url}" type="application/json+oembed"`);
      expect(text).toContain(`url=${url}&amp;format=xml" type="text/xml+oembed"`);
    });

    it('link its versions, each at its own address', async () => {
      const { text } = await site.page('/bonjour/', { language: 'fr-ca' });
      expect(text).toContain('<html lang="fr-CA" dir="ltr">');
      expect(text).toContain(`hreflang="fr-CA" href="${ORIGIN}/fr-ca/bonjour/"`);
      expect(text).toContain(`hreflang="x-default" href="${ORIGIN}/hello-world-x/"`);
    });

    it('are reached from the address of another language', async () => {
      expect(await site.page('/hello-world-x/', { language: 'fr-ca' })).toMatchObject({
        status: 302,
        location: `${ORIGIN}/fr-ca/bonjour/`,
      });
      expect((await site.page('/hello-world-x/', { language: 'es-us' })).location).toBe(`${ORIGIN}/hello-world-x/`);
      expect((await site.page('/bonjour/')).status).toBe(404);
    });

    it('contain no markup of its title', async () => {
      const { text } = await site.page(new URL(made.hostile.link).pathname);
      expect(text).not.toContain('<script>alert(1)');
      expect(text.match(/<\/title>/g)).toHaveLength(1);
    });

    it('have a small form for other sites', async () => {
      for (const path of ['/hello-world-x/embed/', '/hello-world-x/?embed=true']) {
        const { status, headers, text } = await site.page(path);
        expect([status, headers.get('content-security-policy')]).toEqual([200, expect.stringMatching(/ancestors \*$/)]);
        expect(text).toContain('<base target="_top">');
        expect(text).toContain('First &#038; last.');
      }
    });

    it('lead people who may edit it to its form in the console', async () => {
      const editing = `${ORIGIN}/en/admin/content/posts/${made.hello.id}`;
      expect((await site.page('/hello-world-x/', { as: 'editor' })).text).toContain(`<a href="${editing}">Edit</a>`);
      for (const as of ['visitor', 'subscriber'] as const)
        expect((await site.page('/hello-world-x/', { as })).text).not.toContain(editing);
    });

    it('need not be sent again', async () => {
      const tag = (await site.page('/hello-world-x/')).headers.get('etag') as string;
      const again = await site.page('/hello-world-x/', { headers: { 'if-none-match': tag } });
      expect([again.status, again.text, again.headers.get('etag')]).toEqual([304, '', tag]);
    });
  });

  describe('of a post with a password', () => {
    const form = (password: string) => site.page('/hidden/', { form: { password } });

    it('ask for it', async () => {
      const { status, text, headers } = await site.page('/hidden/');
      expect([status, headers.get('cache-control')]).toEqual([200, 'private, no-store']);
      expect(text).toContain('<h1>Protected: Hidden</h1>');
      expect(text).toContain(`<form method="post" action="${ORIGIN}/hidden/">`);
      expect(text).not.toContain('hidden words');
    });

    it('open for visitors who know it, and stay open for them', async () => {
      const { status, location, headers } = await form('sesame');
      expect([status, location]).toEqual([303, `${ORIGIN}/hidden/`]);
      const cookie = headers.get('set-cookie') as string;
      expect(cookie).toMatch(/; Path=\/hidden\/; .*HttpOnly; SameSite=Lax; Secure$/);
      const opened = await site.page('/hidden/', { headers: { cookie: cookie.split(';')[0] as string } });
      expect(opened.text).toContain('the hidden words');
      expect(opened.headers.get('cache-control')).toBe('private, no-store');
    });

    it('stay closed to visitors who do not', async () => {
      const { status, text, headers } = await form('open');
      expect([status, headers.has('set-cookie')]).toEqual([403, false]);
      expect(text).toContain('The password is wrong.');
      expect((await site.page('/hello-world-x/', { form: { password: '' } })).status).toBe(404);
    });

    it('reveal nothing in its small form and in lists', async () => {
      expect((await site.page('/hidden/embed/')).text).not.toContain('hidden words');
      const home = (await site.page('/')).text;
      expect(home).toContain('Protected: Hidden');
      expect(home).not.toContain('hidden words');
    });
  });

  describe('of a post that is not public', () => {
    it('are missing for other users', async () => {
      expect((await site.page('/ours/')).status).toBe(404);
      const { status, text, headers } = await site.page('/ours/', { as: 'editor' });
      expect([status, headers.get('cache-control')]).toEqual([200, 'private, no-store']);
      expect(text).toContain('<h1>Private: Ours</h1>');
      expect(text).toContain('noindex');
    });

    it('are reached by its id while it has no address', async () => {
      const path = `/?p=${made.draft.id}`;
      expect((await site.page(path)).status).toBe(404);
      expect((await site.page(path, { as: 'subscriber' })).status).toBe(404);
      expect((await site.page(path, { as: 'editor' })).text).toContain('not yet');
    });
  });

  it('redirect from ids to addresses, with the rest of the query', async () => {
    expect(await site.page(`/?p=${made.hello.id}`)).toMatchObject({
      status: 301,
      location: `${ORIGIN}/hello-world-x/`,
    });
    expect((await site.page(`/?p=${made.hello.id}&embed=true`)).location).toBe(`${ORIGIN}/hello-world-x/?embed=true`);
    expect((await site.page(`/?p=${made.private.id}`)).status).toBe(404);
    expect((await site.page('/?p=999')).status).toBe(404);
  });

  it('preview unsaved changes for users who may save them', async () => {
    const saved = { content: 'newer words', title: 'Hello' };
    const autosave = await site.ask('administrator', 'POST', `/core/v2/posts/${made.hello.id}/autosaves`, saved);
    const { pathname, search } = new URL(autosave.preview_link);
    const preview = (as: 'administrator' | 'editor' | 'visitor', query = search) =>
      site.page(`${pathname}${query}`, { as });
    expect((await preview('administrator')).text).toContain('newer words');
    expect((await preview('administrator')).headers.get('cache-control')).toBe('private, no-store');
    expect((await preview('editor')).text).not.toContain('newer words');
    expect((await preview('visitor')).text).not.toContain('newer words');
    const forged = search.replace(/nonce=\w+/, 'nonce=0000000000');
    expect((await preview('administrator', forged)).text).not.toContain('newer words');
  });
});

import { ORIGIN, type ServedPages, servePages } from './servePages.contract.ts';

describe('the table of contents of a post', () => {
  let site: ServedPages;
  beforeAll(async () => {
    site = await servePages();
  });
  afterAll(() => site.stop());

  const shown = async (content: string) => {
    const { link } = await site.make('/posts', { title: 'Long', status: 'publish', content });
    const { text } = await site.page(new URL(link).pathname);
    const table = /<nav class="contents".*?<\/nav>/s.exec(text)?.[0];
    const links = [...(table ?? '').matchAll(/<li( class="sub")?><a href="#([^"]+)">([^<]*)<\/a>/g)];
    const ids = [...text.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id);
    return { text, links: links.map(([, sub, id, label]) => [sub !== undefined, id, label]), ids };
  };

  it('leads to its headings, the smaller ones below the larger', async () => {
    const { text, links } = await shown('<h2>Early &amp; late</h2>a<h3>By <em>foot</em></h3>b<h2>Home</h2>c');
    expect(links).toEqual([
      [false, 'early-late', 'Early &amp; late'],
      [true, 'by-foot', 'By foot'],
      [false, 'home', 'Home'],
    ]);
    expect(text).toContain('<h3 id="by-foot">By <em>foot</em></h3>');
    expect(text).not.toContain(`${ORIGIN}/#`);
  });

  it('gives no id twice, keeps those that headings have, and passes over empty headings', async () => {
    const content = '<h2>Same</h2><h2>Same</h2><h2 id="own">Content</h2><h2>Content</h2><h2> </h2><h3>?</h3>';
    const { links, ids } = await shown(content);
    expect(links.map(([, id]) => id)).toEqual(['same', 'same-2', 'own', 'content-2', 'part']);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('is not there for a short text', async () => {
    const { links, text } = await shown('<h2>One</h2>a<h2>Two</h2>b');
    expect([links, text.includes('<h2>One</h2>')]).toEqual([[], true]);
  });

  it('lets no markup out of headings', async () => {
    const { text, links } = await shown('<h2 title="a>b">A</h2><h2>&lt;script&gt;x&lt;/script&gt;</h2><h2>"C"</h2>');
    expect(links).toHaveLength(3);
    expect(text).not.toContain('<script>x');
  });
});

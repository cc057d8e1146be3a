import { growsWithLength, repeated } from '@almanac/text/testing';
import { ORIGIN, type ServedPages, servePages } from './servePages.contract.ts';
import { withContents } from './tableOfContents.ts';

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

  const shownAlone = (content: string) => withContents(content, { text: (message) => message }).text;

  it('links its headings, the smaller ones below the larger', async () => {
    const { text, links } = await shown('<h2>Early &amp; late</h2>a<h3>By <em>foot</em></h3>b<h2>Home</h2>c');
    expect(links).toEqual([
      [false, 'early-late', 'Early &amp; late'],
      [true, 'by-foot', 'By foot'],
      [false, 'home', 'Home'],
    ]);
    expect(text).toContain('<h3 id="by-foot">By <em>foot</em></h3>');
    expect(text).not.toContain(`${ORIGIN}/#`);
  });

  it('repeats no id, keeps existing ids of headings, and skips empty headings', async () => {
    const content = '<h2>Same</h2><h2>Same</h2><h2 id="own">Content</h2><h2>Content</h2><h2> </h2><h3>?</h3>';
    const { links, ids } = await shown(content);
    expect(links.map(([, id]) => id)).toEqual(['same', 'same-2', 'own', 'content-2', 'part']);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('is missing for a short text', async () => {
    const { links, text } = await shown('<h2>One</h2>a<h2>Two</h2>b');
    expect([links, text.includes('<h2>One</h2>')]).toEqual([[], true]);
  });

  it('contains no markup of headings', async () => {
    const { text, links } = await shown('<h2 title="a>b">A</h2><h2>&lt;script&gt;x&lt;/script&gt;</h2><h2>"C"</h2>');
    expect(links).toHaveLength(3);
    expect(text).not.toContain('<script>x');
  });

  it('gives ids in the order of the headings, whichever numbers are taken', async () => {
    const { links } = await shown('<h2 id="a-2">x</h2><h2>A</h2><h2>A</h2><h3>A</h3><h2>A 4</h2><h2>A</h2>');
    expect(links.map(([, id]) => id)).toEqual(['a-2', 'a', 'a-3', 'a-4', 'a-4-2', 'a-5']);
  });

  it.each([
    ['<H2>A</H2>', '<h2 id="a">A</h2>'],
    ['<h2 title="</h2>">A</h2>', '<h2 id="a" title="</h2>">A</h2>'],
    ['<h2>A<h3 </h2>', '<h2 id="a">A<h3 </h2>'],
    ['<h2 <h2>A</h2>', '<h2 id="a" <h2>A</h2>'],
    ['<h3>A<h2>B</h2>', '<h3>A<h2 id="b">B</h2>'],
    ['<h22>A</h22>', '<h22>A</h22>'],
  ])('gives the headings of %s ids', (content, expected) => {
    expect(shownAlone('<h2 id="x">x</h2>'.repeat(3) + content)).toContain(expected);
  });

  it('takes time proportional to the length of the text', () => {
    const units = ['<h2>', '<h2 ', '<h3 id="', '<h2><h3>', '<h2></h3>', '<h2>A</h2>', '<h2 id="a">A</h2>', '</h2>'];
    expect(units.filter((unit) => !growsWithLength(shownAlone, repeated(unit)))).toEqual([]);
  });
});

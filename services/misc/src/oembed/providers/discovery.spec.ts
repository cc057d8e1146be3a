import { discoveredEndpoint } from './discovery.ts';

const BASE = 'https://page.test/a/b';
const link = (type: string, href: string, rel = 'alternate') => `<link rel="${rel}" type="${type}" href="${href}">`;
const json = link('application/json+oembed', 'https://page.test/json');
const xml = link('text/xml+oembed', 'https://page.test/xml');
const page = (head: string, body = '') =>
  `<!doctype html><html><head><title>x</title>${head}</head><body>${body}</body></html>`;
const found = (html: string) => discoveredEndpoint(html, BASE);

describe('the endpoint that a page names', () => {
  it('is that of JSON, or else that of XML', () => {
    expect(found(page(xml + json))).toBe('https://page.test/json');
    expect(found(page(xml))).toBe('https://page.test/xml');
    expect(found(page(link('application/xml+oembed', '/xml2')))).toBe('https://page.test/xml2');
  });

  it.each([
    ['relative', '../oembed?url=1&amp;x=2', 'https://page.test/oembed?url=1&x=2'],
    ['without scheme', '//other.test/oembed', 'https://other.test/oembed'],
  ])('may be %s', (_form, href, endpoint) => {
    expect(found(page(link('application/json+oembed', href)))).toBe(endpoint);
  });

  it('may be written in any way', () => {
    expect(found("<HEAD><LINK TYPE='Application/JSON+oEmbed' HREF=/json>")).toBe('https://page.test/json');
    expect(found(page(`<script>if (a </b) "</head>"</script>${json}`))).toBe('https://page.test/json');
  });

  it.each([
    ['in the body', page('', json)],
    ['after its head', `<head></head>${json}`],
    ['after a body that does not say so', `<p>x${json}`],
    ['in a comment', page(`<!-- ${json} -->`)],
    ['in a script', page(`<script>'${json}'</script>`)],
    ['of another relation', page(link('application/json+oembed', '/json', 'prev'))],
    ['of another type', page(link('application/json', '/json'))],
    ['without address', page('<link rel="alternate" type="application/json+oembed">')],
    ['with what is no address', page(link('application/json+oembed', 'http://['))],
    ['in no page', ''],
  ])('is ignored %s', (_kind, html) => {
    expect(found(html)).toBeUndefined();
  });

  it('is found in any page, however deep', () => {
    expect(found(`<head>${'<b>'.repeat(50_000)}${json}`)).toBeUndefined();
    expect(found(`<head>${'<noscript>'.repeat(15_000)}${json}`)).toBe('https://page.test/json');
  });
});

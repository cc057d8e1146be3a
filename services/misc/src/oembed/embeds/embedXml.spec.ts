import { embedXml } from './embedXml.ts';

describe('an answer as XML', () => {
  it('has one element for each member, with escaped text', () => {
    expect(embedXml({ version: '1.0', title: 'Q &#038; <b>A</b> "x"', width: 600 })).toBe(
      '<?xml version="1.0" encoding="UTF-8"?>\n<oembed><version>1.0</version>' +
        '<title>Q &amp;#038; &lt;b&gt;A&lt;/b&gt; &quot;x&quot;</title><width>600</width></oembed>\n',
    );
  });

  it('nests nested members, and names nameless ones', () => {
    const body = { code: 'x', data: { status: 400, params: ['url', 'format'], details: null, 'a b': true } };
    expect(embedXml(body)).toContain(
      '<data><status>400</status><params><oembed>url</oembed><oembed>format</oembed></params><details></details>' +
        '<oembed>true</oembed></data>',
    );
  });

  it('leaves out characters that XML forbids', () => {
    expect(embedXml({ title: 'a\u0000b\u000b\ud800c\td' })).toContain('<title>ab\ufffdc\td</title>');
  });

  it.each([{}, [], null, undefined, 'text', 7])('is missing for %j', (body) => {
    expect(embedXml(body)).toBeUndefined();
  });
});

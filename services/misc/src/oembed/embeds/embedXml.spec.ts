import { embedXml } from './embedXml.ts';

describe('an answer as XML', () => {
  it('has an element a member, its text escaped', () => {
    expect(embedXml({ version: '1.0', title: 'Q &#038; <b>A</b> "x"', width: 600 })).toBe(
      '<?xml version="1.0" encoding="UTF-8"?>\n<oembed><version>1.0</version>' +
        '<title>Q &amp;#038; &lt;b&gt;A&lt;/b&gt; &quot;x&quot;</title><width>600</width></oembed>\n',
    );
  });

  it('nests what is nested, and names what has no name', () => {
    const body = { code: 'x', data: { status: 400, params: ['url', 'format'], details: null, 'a b': true } };
    expect(embedXml(body)).toContain(
      '<data><status>400</status><params><oembed>url</oembed><oembed>format</oembed></params><details></details>' +
        '<oembed>true</oembed></data>',
    );
  });

  it('says nothing that XML cannot say', () => {
    expect(embedXml({ title: 'a\u0000b\u000b\ud800c\td' })).toContain('<title>ab\ufffdc\td</title>');
  });

  it.each([{}, [], null, undefined, 'text', 7])('is none for %j', (body) => {
    expect(embedXml(body)).toBeUndefined();
  });
});

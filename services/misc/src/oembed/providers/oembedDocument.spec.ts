import { embedXml } from '../embeds/embedXml.ts';
import { readOembed } from './oembedDocument.ts';

describe('a provider’s document', () => {
  it('may be JSON', () => {
    expect(readOembed(' {"type": "rich", "width": 5, "x": {"y": []}}')).toEqual({
      type: 'rich',
      width: 5,
      x: { y: [] },
    });
  });

  it('may be XML, with texts as members', () => {
    const xml =
      '<?xml version="1.0"?>\n<oembed>\n <type>rich</type><html>&lt;b&gt; &#38; <![CDATA[<i>]]></html><title/></oembed>';
    expect(readOembed(xml)).toEqual({ type: 'rich', html: '<b> & <i>', title: '' });
  });

  it('is read in the form that this site writes', () => {
    const document = { version: '1.0', title: `Q & "A" it's`, html: '<iframe src="https://a.test/?b&c"></iframe>' };
    expect(readOembed(embedXml(document) ?? '')).toEqual(document);
  });

  it.each([
    ['a list', '[1]'],
    ['a text', '"rich"'],
    ['nothing', ''],
    ['broken JSON', '{"type": '],
    ['JSON without end', `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`],
    ['HTML', '<html><body><type>rich</type></body></html>'],
    ['XML with a document type', '<!DOCTYPE oembed [<!ENTITY a "b">]><oembed><type>&a;</type></oembed>'],
    [
      'XML with a document type later',
      '<?xml version="1.0"?>\n<!doctype oembed SYSTEM "file:///etc/passwd"><oembed><type>a</type></oembed>',
    ],
    ['XML of nothing', '<oembed></oembed>'],
  ])('may not be %s', (_kind, text) => {
    expect(readOembed(text)).toBeUndefined();
  });

  it('is not read beyond a limited depth', () => {
    expect(readOembed(`<oembed><type>a</type><x>${'<y>'.repeat(300_000)}`)).toEqual({ type: 'a', x: '' });
  });
});

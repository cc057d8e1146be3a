import { growsWithLength, repeated } from '@almanac/text/testing';
import { resultHtml } from './resultHtml.ts';

const shown = (document: object, trusted = true): string | false =>
  resultHtml({ ...document }, { url: 'https://page.test/?a&b', trusted, secret: 'abcdefghij' });

const photo = { type: 'photo', url: 'https://page.test/a.jpg', width: 5, height: '4', title: 'A "b"' };

describe('the HTML of a provider’s document', () => {
  it('is a linked image for a photo', () => {
    expect(shown(photo, false)).toBe(
      '<a href="https://page.test/?a&amp;b"><img src="https://page.test/a.jpg" alt="A &quot;b&quot;" width="5" height="4" /></a>',
    );
  });

  it.each([
    { url: undefined },
    { url: 'javascript:evil()' },
    { url: 7 },
    { width: 0 },
    { width: 'x"' },
    { height: undefined },
  ])('is empty for a photo with %j', (fault) => {
    expect(shown({ ...photo, ...fault })).toBe(false);
  });

  it('is a link for a link', () => {
    expect(shown({ type: 'link', title: '<b>' })).toBe('<a href="https://page.test/?a&amp;b">&lt;b&gt;</a>');
    expect(shown({ type: 'link' })).toBe(false);
  });

  it('is empty for other types', () => {
    expect([shown({ type: 'page', html: 'x' }), shown({ html: 'x' }), shown({ type: ['rich'], html: 'x' })]).toEqual([
      false,
      false,
      false,
    ]);
    expect([shown({ type: 'rich' }), shown({ type: 'video', html: '' }), shown({ type: 'rich', html: 5 })]).toEqual([
      false,
      false,
      false,
    ]);
  });

  it('is the code of a known provider, in one line', () => {
    const html = '<div>\n<script src="x"></script>\r\n<pre>a\nb</pre>\n</div>';
    expect(shown({ type: 'rich', html })).toBe('<div><script src="x"></script><pre>a\nb</pre></div>');
  });

  it.each([
    ['<PRE a>\n</Pre>\n<pre>\r\n</pre>\r', '<PRE a>\n</Pre><pre>\r\n</pre>'],
    ['<pre>\n<pre>\n</pre>\n</pre>', '<pre>\n<pre>\n</pre></pre>'],
    ['<pre </pre>\n</pre>\n', '<pre </pre>\n</pre>'],
    ['<pre>\n', '<pre>'],
    ['a</pre>\n<pre\n', 'a</pre><pre'],
  ])('keeps the line breaks of preformatted text: %j', (html, line) => {
    expect(shown({ type: 'rich', html })).toBe(line);
  });

  it.each(['<pre', '<pre>', '</pre>', '<iframe ', '<iframe title', '\n', ' title= '])(
    'takes time proportional to the length of the code, made of %j',
    (unit) => {
      const work = (html: string) =>
        [html, `<iframe ${html}>`].map((each) => shown({ type: 'rich', html: each, title: 'T' }));
      expect(growsWithLength(work, repeated(unit))).toBe(true);
    },
  );

  it('is only the frame of an unknown provider', () => {
    const html = '<div><script src="x"></script><iframe src="https://a.test/"></iframe></div>';
    expect(shown({ type: 'video', html }, false)).toMatch(
      /^<iframe src="https:\/\/a\.test\/#\?secret=abcdefghij" sandbox="allow-scripts"/,
    );
    expect(shown({ type: 'rich', html: '<p>x</p>' }, false)).toBe(false);
  });

  it('names its frame by the document, if the frame has no name', () => {
    const named = (html: string) => shown({ type: 'rich', html, title: 'A "b" $&' });
    expect(named('<iframe src="x"></iframe>')).toBe('<iframe title="A &quot;b&quot; $&amp;" src="x"></iframe>');
    expect(named('<iframe title="" src="x"></iframe>')).toContain('<iframe title="A ');
    expect(named('<iframe src="x" title="own"></iframe>')).toBe('<iframe src="x" title="own"></iframe>');
    expect(named('<p>x</p>')).toBe('<p>x</p>');
    expect(named('<iframes><IFRAME>')).toBe('<iframes><iframe title="A &quot;b&quot; $&amp;">');
    expect(named('<iframe src="x"')).toBe('<iframe src="x"');
    expect(shown({ type: 'rich', html: '<iframe src="https://a.test/"></iframe>', title: 'T' }, false)).toContain(
      '<iframe title="T" src=',
    );
  });
});

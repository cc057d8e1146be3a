import { frameOnly } from './frameOnly.ts';

const SECRET = 'abcdefghij';
const frame = (attributes: string) =>
  `<iframe ${attributes} sandbox="allow-scripts" security="restricted" class="core-embedded-content" data-secret="${SECRET}"`;
const only = (html: string) => frameOnly(html, SECRET);

describe('the code of an unknown provider', () => {
  it('is reduced to a frame without rights', () => {
    expect(only('<iframe src="https://a.test/x#y" width="1" height="2" onload="evil()" allow="camera"></iframe>')).toBe(
      `${frame(`src="https://a.test/x#?secret=${SECRET}" width="1" height="2"`)}></iframe>`,
    );
  });

  it('keeps the quotation before the frame, which is shown until the frame has loaded', () => {
    const html =
      '<p>x</p><blockquote class="c" onclick="evil()">A <b>b</b> <a href="https://a.test/" style="x" onclick="y">c</a>' +
      '<script>evil()</script></blockquote><iframe src="https://a.test/"></iframe><iframe src="https://b.test/"></iframe>';
    expect(only(html)).toBe(
      `<blockquote class="core-embedded-content" data-secret="${SECRET}">A b <a href="https://a.test/">c</a></blockquote>` +
        `${frame(`src="https://a.test/#?secret=${SECRET}"`)} style="position: absolute; visibility: hidden;"></iframe>`,
    );
  });

  it('loses a quotation after the frame or around it', () => {
    expect(only('<iframe src="https://a.test/"></iframe><blockquote>x</blockquote>')).not.toContain('blockquote');
    expect(only('<blockquote>x <iframe src="https://a.test/"></iframe></blockquote>')).not.toContain('blockquote');
  });

  it.each([
    ['without frame', '<blockquote>x</blockquote><script>evil()</script>'],
    ['with a frame of a script', '<iframe src="javascript:evil()"></iframe>'],
    ['with a frame of data', '<iframe src="data:text/html,x"></iframe>'],
    ['with a frame of its own document', '<iframe srcdoc="<script>evil()</script>"></iframe>'],
    ['with a frame of a path', '<iframe src="/admin/"></iframe>'],
    ['with a frame of any scheme', '<iframe src="//a.test/"></iframe>'],
    ['empty', ''],
  ])('is dropped %s', (_kind, html) => {
    expect(only(html)).toBe(false);
  });

  it.each([
    '<iframe src=\'https://a.test/"onload="evil()\'></iframe>',
    '<iframe src="https://a.test/" title=\'"><script>evil()</script>\'></iframe>',
    '<blockquote><a href="java\nscript:evil()">x</a><a href=\'https://a.test/"><img src=x onerror=evil()>\'>y</a></blockquote><iframe src="https://a.test/"></iframe>',
    '<blockquote><svg><style><img src=x onerror=evil()></style></svg></blockquote><iframe src="https://a.test/"></iframe>',
    '<blockquote><math><mtext></form><mglyph><style></style></math><img src onerror=evil()></blockquote><iframe src="https://a.test/">',
    '<blockquote>&lt;img src=x onerror=evil()&gt;</blockquote><iframe src="https://a.test/"></iframe>',
  ])('passes no script: %s', (html) => {
    const left = only(html);
    expect(left).not.toMatch(/<(?!\/?(?:iframe|blockquote|a)[\s>])/);
    expect(String(left).replaceAll(/"[^"]*"/g, '""')).not.toMatch(/<[^>]*\s(?:on\w+|srcdoc)=/);
    expect(left).not.toContain('href="java');
  });

  it('loses everything that is nested deeply, or long', () => {
    const nested = (times: number) => `<blockquote>${'<b>'.repeat(times)}x${'</b>'.repeat(times)}</blockquote>`;
    const code = '<iframe src="https://a.test/"></iframe>';
    expect(only(nested(40) + code)).toContain('>x</blockquote>');
    expect(only(nested(2_000) + code)).toContain('></blockquote>');
    expect(only(nested(4_000) + code)).toBe(false);
  });
});

import { shownText } from './shownText.ts';

describe('the text that readers see', () => {
  it.each([
    ['', ''],
    ['<p>Hello</p>\n<p>World</p>\n', 'Hello World'],
    ['<p>It&#8217;s &amp; &lt;b&gt;&nbsp;&nbsp;x</p>', 'It’s & <b> x'],
    ['one<br />two', 'onetwo'],
    ['  a \t b  ', 'a b'],
  ])('is extracted: %j gives %j', (html, text) => {
    expect(shownText(html)).toBe(text);
  });
});

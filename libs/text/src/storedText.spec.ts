import { repairedEntities, storedContent, storedDescription, storedTitle } from './storedText.ts';

const AUTHOR = { unfilteredHtml: false };
const EDITOR = { unfilteredHtml: true };

describe('stored text', () => {
  it.each([
    ['AT&T', 'AT&amp;T'],
    ['1 < 2', '1 &lt; 2'],
    ['5 < 6 > 4', '5  4'],
    ['<p>a</p>', 'a'],
    ['<script>x</script>', 'x'],
    [' <i>a</i>\n', '<i>a</i>'],
  ])("cleans an author's title %j to %j, and only trims an editor's", (sent, stored) => {
    expect(storedTitle(sent, AUTHOR)).toBe(stored);
    expect(storedTitle(sent, EDITOR)).toBe(sent.trim());
  });

  it('cleans content by the author’s right', () => {
    const sent = '<!-- core:paragraph --><p onclick="x">a<script>b</script> &#150;</p>';
    expect(storedContent(sent, AUTHOR)).toBe('<!-- core:paragraph --><p>ab &#8211;</p>');
    expect(storedContent(sent, EDITOR)).toBe('<!-- core:paragraph --><p onclick="x">a<script>b</script> &#8211;</p>');
  });

  it("cleans everybody's descriptions", () => {
    expect(storedDescription('<p><a href="x" rel="y">a</a> & b</p>')).toBe('<a href="x" rel="y">a</a> &amp; b');
  });

  it.each([
    ['&#128; &#145;x&#146; &#159;', '&#8364; &#8216;x&#8217; &#376;'],
    ['a&#129;b', 'ab'],
    ['&#127; &#160; &#8364; &#128', '&#127; &#160; &#8364; &#128'],
  ])('repairs entities: %j is %j', (text, repaired) => {
    expect(repairedEntities(text)).toBe(repaired);
  });
});

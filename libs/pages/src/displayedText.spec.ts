import { inline, plain, summary, webAddress } from './displayedText.ts';

describe('displayed text', () => {
  it('loses its markup in titles, but keeps its entities', () => {
    expect(inline('Tom&#8217;s <em>night</em> <script>x</script>"5 < 6"').text).toBe(
      'Tom&#8217;s night &quot;5 &lt; 6&quot;',
    );
  });

  it('is plain text for programs that show no HTML', () => {
    expect(plain('<p>Caf&eacute; &amp;\n <b>bar</b></p>')).toBe('Café & bar');
  });

  it('is cut between words', () => {
    expect(summary('<p>one two three</p>', 9)).toBe('one two…');
    expect(summary('one two', 9)).toBe('one two');
    expect(summary('unbroken', 3)).toBe('unb…');
  });

  it.each([
    ['https://a.test/x', 'https://a.test/x'],
    ['javascript:alert(1)', undefined],
    [' java\tscript:alert(1)', undefined],
    ['ftp://a.test', undefined],
    ['https://', undefined],
    ['', undefined],
  ])('is checked as a web address: %s gives %s', (given, expected) => {
    expect(webAddress(given)).toBe(expected);
  });
});

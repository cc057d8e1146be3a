import { displayTitle } from './displayTitle.ts';
import { typographic } from './typographic.ts';

/** The entities that the glyphs of the examples represent. */
const ENTITIES: Record<string, string> = {
  '“': '&#8220;',
  '”': '&#8221;',
  '‘': '&#8216;',
  '’': '&#8217;',
  '′': '&#8242;',
  '″': '&#8243;',
  '–': '&#8211;',
  '—': '&#8212;',
  '…': '&#8230;',
  '™': '&#8482;',
  '×': '&#215;',
};
const spelt = (text: string): string => text.replace(/[“”‘’′″–—…™×]/g, (glyph) => ENTITIES[glyph]!);

describe('typographic', () => {
  it.each([
    ['"Hi," she said', '“Hi,” she said'],
    ["('x')", '(‘x’)'],
    ["it's", 'it’s'],
    ["dogs' bones", 'dogs’ bones'],
    ["rock 'n' roll", 'rock ‘n’ roll'],
    ["'twas 'em", '’twas ’em'],
    ["'Twas", '‘Twas'],
    ["'90s", '’90s'],
    ["'99's", '’99’s'],
    ["'999", '‘999'],
    ["'42'", '’42’'],
    ["'0.5'", '‘0.5’'],
    ['6\' 2" tall', '6′ 2″ tall'],
    ['"a 12" disc"', '“a 12″ disc”'],
    ['4\'33"', '4’33”'],
    ['a"b"', 'a”b”'],
    ['" "', '” “'],
    ['\'say "hi"\'', '‘say “hi”‘'],
    ['"say \'hi\'"', "“say ‘hi'”"],
    ["``a''", '“a”'],
    ['a--b', 'a–b'],
    ['a -- b', 'a — b'],
    ['a---b', 'a—b'],
    ['a - b', 'a – b'],
    ['a....', 'a….'],
    ['X (tm) X(tm)', 'X ™ X(tm)'],
    ['2x4', '2×4'],
    ['2 x 4', '2 x 4'],
    ['0x10', '0x10'],
    ['0.5x2', '0.5×2'],
    ['1x2x3', '1x2x3'],
    ['a & b', 'a &#038; b'],
    ['&lt;a&b;', '&lt;a&b;'],
    ['&copy', '&#038;copy'],
    ['<b title="a">"b"</b>', '<b title="a">“b”</b>'],
    ['"<i>x</i>"', '“<i>x</i>“'],
    ["<i>a</i>'s", '<i>a</i>‘s'],
    ['<tt>"a"</tt>', '<tt>"a"</tt>'],
    ['<TT>"a"</TT>', '<TT>“a”</TT>'],
    ['<a href="?a&b">', '<a href="?a&#038;b">'],
    ['a <b "c"', 'a <b "c"'],
    ['[foo a="b"]', '[foo a=”b”]'],
  ])('turns %j into %j', (text, expected) => {
    expect(typographic(text)).toBe(spelt(expected));
  });

  it.each([
    ['comments', '<!-- "a" & b -->'],
    ['known short codes', '[gallery ids="1,2"][/gallery]'],
    ['escaped short codes', '[[gallery ids="1"]]'],
    ['white space', ' \n\t '],
    ['text in pre', '<pre class="x">"a" -- b & c</pre>'],
    ['glyphs that are there', '“a” – b…'],
    ['entities', '&amp; &#8217; &#x2F; &frac34;'],
    ['punycode', 'xn--a'],
    ['plain text', 'Nothing special here, at 10.30 (maybe)'],
  ])('leaves %s alone', (_, text) => {
    expect(typographic(text)).toBe(text);
  });

  it.each([
    ['<code>"a"</code> "b"', '<code>"a"</code> “b”'],
    ['<code><b>"a"</b></code> "b"', '<code><b>"a"</b></code> “b”'],
    ['<pre>"a"</code>"b"</pre>"c"', '<pre>"a"</code>"b"</pre>“c”'],
    ['[gallery "x"', '[gallery “x”'],
    ['- a', '– a'],
    ['a -', 'a –'],
    ['-a-', '-a-'],
    ['2x4cm 2x4.5cm', '2x4cm 2×4.5cm'],
    ['1,000x2, a1x2', '1,000×2, a1x2'],
    ['0x2 00x2 10x2.', '0x2 00×2 10×2.'],
    ['"1 2\' 3\' 4" 5"', '“1 2′ 3′ 4″ 5”'],
    ['"a 1" 2". b"', '“a 1″ 2″. b”'],
    ['"a 1" 2". 3" x', '“a 1″ 2”. 3″ x'],
  ])('turns %j into %j', (text, expected) => {
    expect(typographic(text)).toBe(spelt(expected));
  });
});

describe('displayTitle', () => {
  it.each([
    ['"Q" & it\'s', '“Q” &#038; it’s'],
    ['Q &amp; A', 'Q &amp; A'],
    ['R&D; x', 'R&#038;D; x'],
    ['&copy; 5 < 6 > 4', '&copy; 5 < 6 > 4'],
    ['<i>a</i> <script>b</script>', '<i>a</i> <script>b</script>'],
    ['A -- B', 'A — B'],
    ['  Harbour Concert ', 'Harbour Concert'],
    ['', ''],
    ['Sport & Play', 'Sport &#038; Play'],
  ])('turns %j into %j', (stored, expected) => {
    expect(displayTitle(stored)).toBe(spelt(expected));
  });
});

import fc, { type Arbitrary } from 'fast-check';

const PIECES = [
  'Harbour',
  'K2',
  'x',
  ' ',
  '  ',
  '\n',
  '\n\n',
  '\t',
  '\u00a0',
  '\u202f',
  '\u2009',
  'e\u0301',
  'é',
  'ß',
  '日本語',
  '👩‍👩‍👧',
  '&',
  ' & ',
  '&amp;',
  '&amp;amp;',
  '&#038;',
  '&lt;b&gt;',
  '&quot;',
  '&#039;',
  '&#8217;',
  '&nbsp;',
  '&copy',
  '&#128;',
  '<',
  '>',
  '<b>bold</b>',
  '<br>',
  '<p>',
  '</p>',
  '<!-- c -->',
  '<script>x</script>',
  '<a href="https://x.test/?a=1&b=2">',
  '"',
  "'",
  "rock 'n' roll",
  '‘x’',
  '“y”',
  '1st',
  '6\'2"',
  '--',
  '---',
  '...',
  '(c)',
  '(tm)',
  '2x3',
  "``z''",
  '[gallery]',
  '[x',
  ']',
  '{name}',
  '%',
  '%20',
  '%zz',
  '%postname%',
  '\\',
  '\\n',
  '#',
  '?',
  '0',
  '-',
  '_',
  '*',
  '`',
  'http://example.org/?a=1&b=2',
  'someone@example.test',
  'javascript:x',
  ':)',
  'javascript&colon;',
];

/** Texts that go wrong where they are escaped, cleaned or shown twice: markup, entities, quotes, blanks. */
export const hostileText: Arbitrary<string> = fc
  .array(
    fc.oneof({ weight: 8, arbitrary: fc.constantFrom(...PIECES) }, fc.string({ unit: 'grapheme', maxLength: 3 })),
    {
      maxLength: 6,
    },
  )
  .map((pieces) => pieces.join(''));

/** Hostile texts after plain words, so that cleaning leaves some text. */
export const hostileName: Arbitrary<string> = fc
  .tuple(fc.constantFrom('', ' ', '“'), fc.constantFrom('Quay', 'Été', 'day 9', 'Tom & Jerry'), hostileText)
  .map((pieces) => pieces.join(''));

const QUERIES = ['', '?a=1&b=2', '?q=&amp;amp;', "?o='x'", '?q=%22%20', '#a&lt;', '?q=(c)--...', '?x=1x2'];

/** Web addresses with characters that HTML escapes. */
export const hostileAddress: Arbitrary<string> = fc
  .tuple(fc.constantFrom('https://example.org/', 'http://例え.test/é', 'https://[::1]:8/'), fc.constantFrom(...QUERIES))
  .map((pieces) => pieces.join(''));

/** Characters of a text that the interface renders at once. */
const TEXT_LENGTH = 100_000;

/** Pieces of text, each of which costs some parser, cleaner or renderer the most when it is repeated. */
const pieces: Readonly<Record<string, string>> = {
  'unclosed tags': '<',
  'unclosed comments': '<!--',
  'tags that end with spaces': "<a   '>",
  'nested lists': '<p><ul><li>',
  'headings without end': '<h2>',
  'equal headings': '<h2>Part</h2>\n',
  'double quotes': '"',
  'single quotes': "'",
  ampersands: '&',
  'numeric references': '&#',
  'unclosed short codes': '[gallery ',
  'short codes': '[gallery ids="1"]',
  'block markers': '<!-- block:paragraph {"a":1} -->',
  'line breaks': '\n',
  'short paragraphs': 'a\n\n',
  dashes: '--',
  addresses: 'http://a.example/ ',
  'pictures without end': '<img src="',
  'nested quotations': '<blockquote>',
  'preformatted texts': '<pre>',
  'combining accents': 'e\u0301',
  'pairs of surrogates': '\u{1F600}',
};

const MEGABYTE = 1_048_576;

/** Texts of the largest content that is stored, of the pieces that cost the most. */
export const longestTexts: ReadonlyMap<string, string> = new Map(
  ['nested lists', 'equal headings', 'double quotes'].map((name) => {
    const piece = pieces[name] ?? name;
    return [name, piece.repeat(Math.floor(MEGABYTE / piece.length))];
  }),
);

/** Texts of the largest size that is rendered at once, by what makes them costly. */
export const costlyTexts: ReadonlyMap<string, string> = new Map([
  ...Object.entries(pieces).map(
    ([name, piece]) => [name, piece.repeat(Math.floor(TEXT_LENGTH / piece.length))] as const,
  ),
  ['a tag of spaces', `<${' '.repeat(TEXT_LENGTH)}'>`],
  ['a tag of line breaks', `<${'\n'.repeat(TEXT_LENGTH)}'>`],
  ['one long word', 'a'.repeat(TEXT_LENGTH)],
]);

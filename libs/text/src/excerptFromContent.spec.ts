import { excerptFromContent } from './excerptFromContent.ts';

const words = (count: number): string => Array.from({ length: count }, (_, index) => `w${index + 1}`).join(' ');
const block = (name: string, inner: string): string => `<!-- core:${name} -->${inner}<!-- /core:${name} -->`;

describe('excerptFromContent', () => {
  it.each([
    ['Hello there.\n\nSecond paragraph.', '<p>Hello there. Second paragraph.</p>\n'],
    [words(55), `<p>${words(55)}</p>\n`],
    [words(56), `<p>${words(55)} [&hellip;]</p>\n`],
    ['one<br>two', '<p>onetwo</p>\n'],
    ['<script>x</script><style>y</style>z', '<p>z</p>\n'],
    ['a <!--more go on--> b', '<p>a</p>\n'],
    ['a<!--more-->b', '<p>a</p>\n'],
    ['a<!--nextpage-->b', '<p>a</p>\n'],
    ['a [caption width="1"]text[/caption] [foo]b[/foo]', '<p>a [foo]b[/foo]</p>\n'],
    ['a<sup data-fn="x" class="fn"><a href="#x" id="x-link">1</a></sup>', '<p>a</p>\n'],
    ['"Q" & A', '<p>&#8220;Q&#8221; &#038; A</p>\n'],
    ['', ''],
    ['[gallery]', ''],
  ])('turns %j into %j', (content, excerpt) => {
    expect(excerptFromContent(content)).toBe(excerpt);
  });

  it.each([
    [0, '<p> [&hellip;]</p>\n'],
    [2, '<p>w1 w2 [&hellip;]</p>\n'],
    [4, '<p>w1 w2 w3 w4</p>\n'],
    [-1, '<p>w1 w2 w3 [&hellip;]</p>\n'],
  ])('counts %d words', (count, excerpt) => {
    expect(excerptFromContent(words(4), { words: count })).toBe(excerpt);
  });

  it.each([
    ['prose', block('paragraph', '<p>a</p>') + block('heading', '<h2>b</h2>'), '<p>a b</p>\n'],
    ['text outside blocks', `x ${block('paragraph', 'a')}`, '<p>x a</p>\n'],
    [
      'no code, image, unknown',
      block('code', 'a') + block('image', 'b') + block('my/own', 'c') + block('verse', 'd'),
      '<p>d</p>\n',
    ],
    ['no list of items', block('list', `<ul>${block('list-item', '<li>a</li>')}</ul>`), ''],
    ['a quote of paragraphs', block('quote', `<b>${block('paragraph', 'a')}</b>`), '<p>a</p>\n'],
    ['no quote of deeper blocks', block('quote', block('group', block('paragraph', 'a'))), ''],
    [
      'what is allowed in wrappers',
      block('columns', `x${block('column', `y${block('paragraph', 'a')}${block('code', 'b')}`)}`),
      '<p>a</p>\n',
    ],
    ['a group without blocks', block('group', 'a'), '<p>a</p>\n'],
  ])('uses of blocks %s', (_, content, excerpt) => {
    expect(excerptFromContent(content)).toBe(excerpt);
  });

  it('ends in a word of more than 1,000 characters, with whole characters', () => {
    const quotes = excerptFromContent(`${words(2)} ${'"'.repeat(100_000)} ${words(2)}`);
    expect(quotes).toMatch(/^<p>w1 w2 (?:&#822[01];){142} \[&hellip;\]<\/p>\n$/);
    expect(excerptFromContent(`a${'\u{1F600}'.repeat(600)}`)).toBe(`<p>a${'\u{1F600}'.repeat(499)} [&hellip;]</p>\n`);
    const longest = 'x'.repeat(1_000);
    expect(excerptFromContent(`${longest} y`)).toBe(`<p>${longest} y</p>\n`);
  });

  it('processes no more of a long text than it shows', () => {
    const far: number[] = [];
    const pictures = new Proxy({}, { get: (_, id) => void far.push(Number(id)) });
    const media = { site: '', pictures };
    const picture = (id: number) => `<p><img class="core-image-${id}" src="/a.png"></p>`;
    const part = block('paragraph', `<p>${words(40)}</p>`);
    const long = block('paragraph', picture(1)) + `${part}\n\n`.repeat(100) + block('paragraph', picture(2));
    expect(excerptFromContent(long, { media })).toContain('w40 w1');
    expect(far).toContain(1);
    expect(far).not.toContain(2);
    excerptFromContent(long, { media, words: 10_000 });
    expect(far).toContain(2);
  });

  it('returns for a long text the same as for one that is processed whole', () => {
    const random = seeded(7);
    const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
    const paragraph = (): string =>
      Array.from({ length: Math.floor(random() * 60) }, () => pick(PIECES.slice(0, kinds))).join(pick(JOINTS));
    let kinds = 0;
    for (let turn = 0; turn < 300; turn++) {
      kinds = pick([10, 20, 29, PIECES.length]);
      const content = Array.from({ length: 60 }, paragraph).join(pick(['\n\n', '\n', '</p>\n\n<p>']));
      expect([content, excerptFromContent(content)]).toEqual([content, excerptFromContent(`<!-- note -->${content}`)]);
    }
  });
});

const PIECES = [
  ...[
    'word',
    'word',
    'word',
    'other',
    '"quoted"',
    '"open',
    "it's",
    "'single",
    '1999"',
    "5'",
    'x & y',
    '<',
    'a < b',
    '9 > 8',
    ':-)',
    '--',
    '...',
  ],
  ...[
    '<b>bold</b>',
    '<i>',
    '</i>',
    '<p>',
    '</p>',
    '<br>',
    '<img src="/a.png">',
    '<a title="x > y" href="/">',
    '</a>',
    '<a title="open>',
    '<li>item</li>',
  ],
  ...[
    '<pre>',
    '</pre>',
    '<code>',
    '</code>',
    '<script>',
    '</script>',
    '<!-- note -->',
    '<!--',
    '[foo]',
    '[caption]',
    '[',
    ']',
    '<h2>head</h2>',
  ],
];
const JOINTS = [' ', ' ', '\n', ''];

/** Returns numbers below 1, the same in every run. */
const seeded = (seed: number) => () => {
  seed = (seed * 48_271) % 2_147_483_647;
  return seed / 2_147_483_647;
};

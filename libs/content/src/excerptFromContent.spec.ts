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
  ])('makes of %j %j', (content, excerpt) => {
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
  ])('takes from blocks %s', (_, content, excerpt) => {
    expect(excerptFromContent(content)).toBe(excerpt);
  });
});

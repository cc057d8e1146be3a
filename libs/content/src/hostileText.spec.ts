import * as content from './index.ts';

const UNITS = [
  '<',
  '>',
  '<a',
  '<a>',
  '<p>',
  '<!--',
  '<!-- core:group -->',
  '<!-- core:a {"',
  '<!--more',
  '[',
  ']',
  '[gallery',
  '[gallery]',
  '[caption width="5"]',
  '<p>[gallery]',
  '[/caption]',
  '[caption][/caption]',
  '[[',
  '"',
  "'",
  '1"',
  "1'",
  '1,',
  '1x',
  'x1',
  '-',
  '--',
  '- ',
  '&',
  '&a',
  '&nbsp;',
  '&nbsp',
  ' ',
  '\n',
  '\r\n',
  ' \n',
  '\u00a0',
  '.',
  '`',
  ':)',
  ':-',
  ' :',
  '<img ',
  '<img class="core-image-1',
  '<iframe width',
  '<script',
  '<script>',
  '<style>x',
  '<pre>',
  '<code>',
  '</',
  '<br',
  '<sup class="fn">',
  '<sup <a ',
  'é',
  '日',
  '%',
  '%e',
  '😀',
  '\ud800',
  '\ufdd0',
  '\ufdd2',
  '(tm',
  'a',
  '0',
  '9',
  '"a ',
  "'a",
  '[a ',
  'a[',
  '=',
  '<a "',
];

const FUNCTIONS: readonly (readonly [string, (text: string) => unknown])[] = [
  ['displayTitle', content.displayTitle],
  ['displayContent', (text) => content.displayContent(text)],
  ['displayContent of blocks', (text) => content.displayContent(`<!-- core:p -->${text}`)],
  ['displayContent with an end', (text) => content.displayContent(`${text}>] [/gallery][/caption]</script></p>-->`)],
  ['displayExcerpt', (text) => content.displayExcerpt(text)],
  ['excerptFromContent', (text) => content.excerptFromContent(text)],
  ['excerptFromContent of blocks', (text) => content.excerptFromContent(`<!-- core:p -->${text}`)],
  ['cleanHtml', (text) => content.cleanHtml(text, 'post')],
  ['plainText', content.plainText],
  ['plainLines', content.plainLines],
  ['plainName', content.plainName],
  ['slugOf', content.slugOf],
  ['decodeSlug', content.decodeSlug],
  ['foldText', content.foldText],
  ['searchTerms', (text) => content.searchTerms(text.slice(0, 1600))],
  ['storedContent', (text) => content.storedContent(text, { unfilteredHtml: true })],
];

describe('100 KB of hostile text', () => {
  it.each(FUNCTIONS)('takes %s less than 200 ms, whatever it is', (_, run) => {
    const slow: string[] = [];
    for (const unit of UNITS) {
      const text = unit.repeat(Math.ceil(100_000 / unit.length));
      const start = performance.now();
      run(text);
      const took = performance.now() - start;
      if (took > 200) slow.push(`${JSON.stringify(unit)} ${Math.round(took)} ms`);
    }
    expect(slow).toEqual([]);
  });
});

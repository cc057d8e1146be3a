import { type LinkTargets, rewriteLinks } from './exportLinks.ts';

const targets: LinkTargets = {
  oldSite: '',
  newSite: undefined,
  media: new Map([['1', 71]]),
  files: new Map(),
  records: new Map(),
  ids: new Set(),
  addresses: new Map(),
};

describe('the media that a text names', () => {
  it.each([
    [
      'a block',
      '<!-- wp:image {"id":1,"alt":"a > b"} --><p>1</p>',
      '<!-- wp:image {"id":71,"alt":"a > b"} --><p>1</p>',
    ],
    [
      'a block with a list',
      '<!-- wp:my/gallery {"ids":[1,2],"o":{}} /-->',
      '<!-- wp:my/gallery {"ids":[71,2],"o":{}} /-->',
    ],
    ['a block over lines', '<!-- wp:file {"id":1,\n"a":2}\n-->', '<!-- wp:file {"id":71,\n"a":2}\n-->'],
    ['another block', '<!-- wp:embed {"id":1} -->', '<!-- wp:embed {"id":1} -->'],
    [
      'a block without end',
      '<!-- wp:image {"id":1} <!-- wp:image {"id":1} -->',
      '<!-- wp:image {"id":1} <!-- wp:image {"id":71} -->',
    ],
  ])('are those of the new site in %s', (_what, text, rewritten) => {
    expect(rewriteLinks(text, targets).text).toBe(rewritten);
  });
});

import { type LinkTargets, linkKey, rewriteLinks } from './exportLinks.ts';

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

describe('links to the exporting site', () => {
  const site: LinkTargets = {
    ...targets,
    oldSite: 'https://www.old.example',
    newSite: 'https://new.example',
    files: new Map([[linkKey('https://www.old.example/uploads/pier.jpg'), 'https://new.example/files/pier.jpg']]),
    records: new Map([['5', { id: 75, link: 'https://new.example/gr%C3%BCsse/' }]]),
    ids: new Set(['5']),
    addresses: new Map([[linkKey('https://www.old.example/2020/gr%c3%bcsse/'), '5']]),
  };

  it.each([
    ['without a host', '<a href="/2020/gr%C3%BCsse/#c">', '<a href="https://new.example/gr%C3%BCsse/#c">'],
    ['without a host, not encoded', "<a href='/2020/grüsse'>", "<a href='https://new.example/gr%C3%BCsse/'>"],
    ['by the id alone', '<a href="?p=5">', '<a href="https://new.example/gr%C3%BCsse/">'],
    ['without www', 'http://old.example/2020/gr%c3%bcsse/', 'https://new.example/gr%C3%BCsse/'],
    ['in capitals', 'HTTPS://WWW.Old.Example/2020/gr%C3%BCsse/', 'https://new.example/gr%C3%BCsse/'],
    ['to another page, without www', 'https://old.example/contact/', 'https://new.example/contact/'],
    [
      'to a file without a host',
      '<img src="/uploads/pier-300x200.jpg">',
      '<img src="https://new.example/files/pier.jpg">',
    ],
    ['to a file without www', 'src="//old.example/uploads/pier.jpg"', 'src="https://new.example/files/pier.jpg"'],
  ])('lead to this site %s', (_what, text, rewritten) => {
    expect(rewriteLinks(text, site).text).toBe(rewritten);
  });

  it.each([
    ['to an unknown page without a host', '<a href="/contact/">'],
    ['to another host without a scheme', '<a href="//other.example/2020/gr%C3%BCsse/">'],
    ['to a host that ends alike', '<a href="https://notold.example/2020/gr%C3%BCsse/">'],
    ['with an invalid encoding', '<a href="/2020/%E0%A4/">'],
  ])('stay as they are %s', (_what, text) => {
    expect(rewriteLinks(text, site).text).toBe(text);
  });
});

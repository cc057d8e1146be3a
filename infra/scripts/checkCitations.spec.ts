import { faultsOf } from './checkCitations.mjs';

const rules = 'docs/interface/calendar.md';
const page = ['# Calendar', '## 1. Routes', '## 6. Lists', '### 6.1 Paging', 'Lists are said in §6.1.'].join('\n');

/** Returns the faults of a tree of files, given by path. */
const faultsIn = (files: Readonly<Record<string, string>>): string[] => {
  const tree = new Map(Object.entries({ [rules]: page, ...files }));
  const folders = [...tree.keys()].map((path) => path.slice(0, path.lastIndexOf('/')));
  return faultsOf([...tree.keys()], {
    read: (path) => tree.get(path) ?? '',
    exists: (path) => tree.has(path) || folders.includes(path),
  });
};

const inComment = (comment: string): string[] => faultsIn({ 'services/list.ts': `/** ${comment} */\nconst a = 1;\n` });

describe('the check of citations', () => {
  it.each([
    ['a page with a section', 'The envelope (docs/interface/calendar.md §6).'],
    ['several sections of one page', 'docs/interface/calendar.md §1, §6.1 and §6 say so.'],
    ['a span of sections', 'All of it: docs/interface/calendar.md §1 to §6.'],
    ['a page as a whole', 'See docs/interface/calendar.md.'],
    ['a section of a standard', 'Whole days end a day later (RFC 5545 §3.6.1).'],
    ['an address that ends like a page', 'https://example.org/a/readme.md is not ours.'],
    ['a comment without citations', 'A wall clock, e.g. UTF-8 and SHA-256 of T-shirts.'],
  ])('accepts %s', (_, comment) => {
    expect(inComment(comment)).toEqual([]);
  });

  it.each([
    ['a page that is not there', 'Rules: core-posts.md §1.', 'core-posts.md is not in the repository'],
    ['a section that the page lacks', 'docs/interface/calendar.md §1, §7.', 'docs/interface/calendar.md has no §7'],
    [
      'the end of a span that is too long',
      'docs/interface/calendar.md §1–6.2',
      'docs/interface/calendar.md has no §6.2',
    ],
    ['a section without a page', 'The relay (architecture §3).', '§3 stands without a page'],
    [
      'a section that follows something else than its page',
      'docs/interface/calendar.md has it in §1.',
      '§1 stands without a page',
    ],
    ['the number of a rule', 'Settings are events (M-94).', '“M-94” names what is not in the repository'],
    ['decisions of elsewhere', 'Totals (decisions, Core).', '“(decisions,” names what is not in the repository'],
    ['a decision record that is not there', 'Why: docs/adr/0042.', 'docs/adr/0042 is no record'],
  ])('refuses %s', (_, comment, fault) => {
    expect(inComment(comment)).toEqual([`services/list.ts:1 ${fault}`]);
  });

  it('reads a citation that is broken over two lines of a comment', () => {
    const source = '/**\n * The envelope (docs/interface/calendar.md\n * §7).\n */\n';
    expect(faultsIn({ 'services/list.ts': source })).toEqual([
      'services/list.ts:2 docs/interface/calendar.md has no §7',
    ]);
  });

  it('looks at comments behind code and in configuration, but not at the code', () => {
    const [behind, configured] = ['// see missing.md §1', '# see missing.md §1'];
    expect(
      faultsIn({
        'libs/a.ts': `const page = 'missing.md §1';\nconst b = 2; ${behind}\n`,
        'infra/b.yaml': `a: 1\n${configured}\n`,
      }),
    ).toEqual([
      'libs/a.ts:2 missing.md is not in the repository',
      'infra/b.yaml:2 missing.md is not in the repository',
    ]);
  });

  it('takes a section without a page for the page’s own in the interface documents alone', () => {
    expect(faultsIn({ 'docs/interface/other.md': '## 1. One\nAs §1 says, not §2.' })).toEqual([
      'docs/interface/other.md:1 docs/interface/other.md has no §2',
    ]);
    expect(faultsIn({ 'libs/README.md': 'As §1 says.' })).toEqual(['libs/README.md:1 §1 stands without a page']);
  });

  it('refuses two sections of one number', () => {
    expect(faultsIn({ 'docs/interface/other.md': '## 1. One\n\n## 1. Again' })).toEqual([
      'docs/interface/other.md has two sections §1',
    ]);
  });

  it('compares cited titles of tests with the titles in their files', () => {
    const source = "it('holds', run);\nit.each([1])('isn\\'t over %s', run);\nit.each([1])('ends: %s', run);";
    const cited = (text: string) => faultsIn({ 'docs/security.md': `| ${text} |`, 'libs/a.spec.ts': source });
    expect(cited("`libs/a.spec.ts` “holds”, “ends”, “isn't over %s”, “isn't …”")).toEqual([]);
    expect(cited('`libs/a.spec.ts`, `libs/b.ts` “holds it”')).toEqual([]);
    expect(cited('`libs/a.spec.ts` “hold”, and “holds”')).toEqual([
      'docs/security.md:1 libs/a.spec.ts has no test “hold”',
    ]);
    expect(cited('`libs/gone.spec.ts` “holds”')).toEqual(['docs/security.md:1 libs/gone.spec.ts is not there']);
  });

  it('follows links of pages to files, folders, headings, and names in sources', () => {
    const found = 'export const createEvent = 1;';
    const tour = (link: string) =>
      faultsIn({ 'docs/tour.md': `# Tour\n\n[it](${link})`, 'services/createEvent.ts': found });
    expect(tour('../services/createEvent.ts#createEvent')).toEqual([]);
    expect(tour('../services')).toEqual([]);
    expect(tour('#tour')).toEqual([]);
    expect(tour('interface/calendar.md#6-lists')).toEqual([]);
    expect(tour('https://example.org/missing.ts')).toEqual([]);
    expect(tour('../services/gone.ts')).toEqual(['docs/tour.md ../services/gone.ts is not there']);
    expect(tour('../services/createEvent.ts#decide')).toEqual(['docs/tour.md services/createEvent.ts has no decide']);
    expect(tour('interface/calendar.md#7-more')).toEqual(['docs/tour.md docs/interface/calendar.md has no 7-more']);
  });
});

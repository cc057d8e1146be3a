/** How comments and pages cite the rules: `docs/interface/calendar.md §6`. What is a citation, and which sections a page has. */

const RANGE = /\s?(?:–|-|to)\s?§?/;
const SECTION = /§\s?\d+(?:\.\d+)*/;
const URL = /\bhttps?:\/\/\S+/g;
const LINK = /\[[^\]]*\]\((?<target>[^)\s]+)\)/g;

const TOKENS = new RegExp(
  [
    String.raw`\x60?(?<page>[\w./-]*[\w-]\.md)\b\x60?`,
    String.raw`(?<record>docs/adr/\d{4})(?![\w-])`,
    String.raw`(?<rfc>\bRFC \d+(?:bis)?)`,
    `(?<section>${SECTION.source})(?:${RANGE.source}(?<last>\\d+(?:\\.\\d+)*))?`,
  ].join('|'),
  'g',
);

/** Between a page and its sections, or one section and the next. */
const JOINT = /^[\s,]*(?:and |to |or )?$/;

/** Names of rules and documents that the pages have replaced. */
const ELSEWHERE = /\b[MPQT]-\d{1,3}\b|\bfact sheets?\b|\bdocuments? [12]\b|(?:^|[(;] ?)decisions?[:,]/gi;

/**
 * The citations of a text: pages, each with the sections named after it; sections that no page stands before have none.
 * @param {string} text
 */
export const citationsOf = (text) => {
  const plain = text
    .replace(LINK, (link, target) => target.padEnd(link.length))
    .replace(URL, (address) => ' '.repeat(address.length));
  const found = [];
  let open = { at: -1, end: -1 };
  for (const { index, 0: all, groups } of plain.matchAll(TOKENS)) {
    const joined = open.end >= 0 && JOINT.test(plain.slice(open.end, index));
    if (groups.section === undefined) {
      open = {
        at: index,
        end: index + all.length,
        page: groups.page ?? groups.record,
        foreign: groups.rfc !== undefined,
      };
      if (!open.foreign) found.push({ at: index, page: open.page, sections: [] });
      continue;
    }
    const sections = [groups.section.replace(/§\s?/, ''), ...(groups.last === undefined ? [] : [groups.last])];
    if (joined && open.foreign) open.end = index + all.length;
    else if (joined) {
      found.at(-1).sections.push(...sections);
      open.end = index + all.length;
    } else {
      found.push({ at: index, page: undefined, sections });
      open = { at: index, end: index + all.length };
    }
  }
  return found;
};

/** What a text names that is not in the repository: numbers of rules, documents by other names. */
export const elsewhere = (text) => [...text.matchAll(ELSEWHERE)].map(({ index, 0: name }) => ({ at: index, name }));

const TESTS = /`(?<path>[^`\s]+\.(?:spec|e2e|contract)\.ts)`(?<titles>(?:,? (?:and )?“[^”]+”)+)/g;

/**
 * Returns the tests that a text cites: `libs/rest/src/seals.spec.ts` “refuses another principal than the seal covers”.
 * @param {string} text
 * @returns {{ path: string, title: string }[]} a title that ends with “ …” is the beginning of one
 */
export const citedTestsOf = (text) =>
  [...text.matchAll(TESTS)].flatMap(({ groups: { path, titles } }) =>
    [...titles.matchAll(/“([^”]+)”/g)].map(([, title]) => ({ path, title })),
  );

const BEGINNING = / …$/;

/** True if a file of tests has a literal with the title, perhaps followed by the case: `: %s`. */
export const hasTest = (source, title) => {
  const literals = source.replaceAll(/\\(['"`])/g, '$1').replaceAll(/: %\w(?=['"`])/g, '');
  const end = (quote) => (BEGINNING.test(title) ? '' : quote);
  return ["'", '"', '`'].some((quote) => literals.includes(`${quote}${title.replace(BEGINNING, '')}${end(quote)}`));
};

const NUMBERED = /^#{2,}\s+(\d+(?:\.\d+)*)\.?\s/;

/** The numbers of a page's sections, in order. */
export const sectionsOf = (page) =>
  page.split('\n').flatMap((line) => {
    const number = NUMBERED.exec(line)?.[1];
    return number === undefined ? [] : [number];
  });

/** The anchors of a page's headings, as hosts of repositories make them. */
export const anchorsOf = (page) =>
  page.split('\n').flatMap((line) => {
    const heading = /^#+\s+(.*)$/.exec(line)?.[1];
    if (heading === undefined) return [];
    const plain = heading.toLowerCase().replaceAll(/[^\p{L}\p{N}\s_-]/gu, '');
    return [plain.trim().replaceAll(' ', '-')];
  });

/** The links of a page to files of the repository, and to places within it. */
export const linksOf = (page) =>
  [...page.matchAll(LINK)].flatMap(({ index, groups }) => {
    const { target } = groups;
    if (/^[a-z]+:/i.test(target)) return [];
    const [path, anchor] = target.split('#', 2);
    return [{ at: index, path, anchor }];
  });

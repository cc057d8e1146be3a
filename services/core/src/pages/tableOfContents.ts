import { type Html, html, plain, type RenderContext, trusted } from '@almanac/pages';
import { slugOf } from '@almanac/text';

/** Number of headings from which on a text gets a table of contents. */
const MIN_HEADINGS = 3;

/** Ids of the page around the text. */
const RESERVED_IDS = ['content', 'site-search'];

const OPENING = /<h([23])(?=[\s>])/gi;
const ID = /\sid="([^"]+)"/gi;

interface Heading {
  readonly id: string;
  readonly label: string;
  readonly isSub: boolean;
}

/** Returns a function that creates unused ids: `opening`, `opening-2`. */
const createIds = (taken: Set<string>): ((label: string) => string) => {
  const numbers = new Map<string, number>();
  return (label) => {
    const slug = slugOf(label) || 'part';
    let number = numbers.get(slug) ?? 1;
    const id = (): string => (number === 1 ? slug : `${slug}-${number}`);
    while (taken.has(id())) number += 1;
    numbers.set(slug, number);
    taken.add(id());
    return id();
  };
};

/**
 * Returns a function that finds the next position of a mark in a text, Infinity for none. Growing positions read the
 * text only once.
 */
const createFinder = (text: string, mark: RegExp): ((from: number) => number) => {
  let found = -1;
  return (from) => {
    mark.lastIndex = from;
    if (found < from) found = mark.exec(text)?.index ?? Infinity;
    return found;
  };
};

interface Element {
  readonly level: string;
  readonly attributes: string;
  readonly inner: string;
  readonly start: number;
  readonly end: number;
}

/** Yields the elements `h2` and `h3` of HTML that have an end tag. */
function* headingElements(html: string): Generator<Element> {
  const tagEnd = createFinder(html, />/g);
  const ends: Readonly<Record<string, (from: number) => number>> = {
    2: createFinder(html, /<\/h2>/gi),
    3: createFinder(html, /<\/h3>/gi),
  };
  let done = 0;
  for (const { 0: opening, 1: level = '', index } of html.matchAll(OPENING)) {
    const inside = tagEnd(index) + 1;
    const end = ends[level]?.(inside) ?? Infinity;
    if (index < done || end === Infinity) continue;
    const attributes = html.slice(index + opening.length, inside - 1);
    done = end + `</h${level}>`.length;
    yield { level, attributes, inner: html.slice(inside, end), start: index, end: done };
  }
}

const listOf = (
  headings: readonly Heading[],
  { text }: Pick<RenderContext, 'text'>,
): Html => html`<nav class="contents" aria-label="${text('Contents')}">
<p aria-hidden="true">${text('Contents')}</p>
<ul>
${headings.map(({ id, label, isSub }) => html`<li${isSub && html` class="sub"`}><a href="#${id}">${label}</a></li>\n`)}</ul>
</nav>
`;

/** Yields the ids in HTML. */
const idsIn = (html: string): IteratorObject<string> => html.matchAll(ID).map(([, id = '']) => id);

/** Adds a table of contents before displayed content with several headings, which get the ids that it links to. */
export const withContents = (content: string, renderContext: Pick<RenderContext, 'text'>): Html => {
  const newId = createIds(new Set([...RESERVED_IDS, ...idsIn(content)]));
  const headings: Heading[] = [];
  let shown = '';
  let done = 0;
  for (const { level, attributes, inner, start, end } of headingElements(content)) {
    const label = plain(inner).trim();
    if (label === '') continue;
    const [own] = idsIn(attributes);
    const id = own ?? newId(label);
    headings.push({ id, label, isSub: level === '3' });
    if (own !== undefined) continue;
    shown += `${content.slice(done, start)}<h${level} id="${id}"${attributes}>${inner}</h${level}>`;
    done = end;
  }
  if (headings.length < MIN_HEADINGS) return html`<div class="content">\n${trusted(content)}</div>`;
  return html`${listOf(headings, renderContext)}<div class="content">\n${trusted(shown + content.slice(done))}</div>`;
};

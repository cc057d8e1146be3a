import { slugOf } from '@almanac/content';
import { type Html, html, plain, type RenderContext, trusted } from '@almanac/pages';

/** Headings from which on a text is long enough for a table of its contents. */
const LEAST = 3;

/** Ids that the page around the text has. */
const TAKEN = ['content', 'site-search'];

const HEADING = /<h([23])(\s[^>]*)?>(.*?)<\/h\1>/gis;
const ID = /\sid="([^"]+)"/gi;

interface Heading {
  readonly id: string;
  readonly label: string;
  readonly isSub: boolean;
}

/** The first id of its kind that is free: `opening`, `opening-2`. */
const freeId = (label: string, taken: Set<string>): string => {
  const slug = slugOf(label) || 'part';
  let id = slug;
  for (let number = 2; taken.has(id); number++) id = `${slug}-${number}`;
  taken.add(id);
  return id;
};

const listOf = (
  headings: readonly Heading[],
  { text }: RenderContext,
): Html => html`<nav class="contents" aria-label="${text('Contents')}">
<p aria-hidden="true">${text('Contents')}</p>
<ul>
${headings.map(({ id, label, isSub }) => html`<li${isSub && html` class="sub"`}><a href="#${id}">${label}</a></li>\n`)}</ul>
</nav>
`;

/** Displayed content with a table of its headings before it, where it has several; these get the ids that it leads to. */
export const withContents = (content: string, renderContext: RenderContext): Html => {
  const taken = new Set([...TAKEN, ...[...content.matchAll(ID)].map(([, id = '']) => id)]);
  const headings: Heading[] = [];
  const shown = content.replace(HEADING, (whole, level: string, attributes = '', inner: string) => {
    const label = plain(inner).trim();
    if (label === '') return whole;
    const own = new RegExp(ID, 'i').exec(attributes)?.[1];
    const id = own ?? freeId(label, taken);
    headings.push({ id, label, isSub: level === '3' });
    return own === undefined ? `<h${level} id="${id}"${attributes}>${inner}</h${level}>` : whole;
  });
  if (headings.length < LEAST) return html`<div class="content">\n${trusted(content)}</div>`;
  return html`${listOf(headings, renderContext)}<div class="content">\n${trusted(shown)}</div>`;
};

import { type Html, html, inline, joined } from '@almanac/pages';
import type { PageContext } from '../pageContext.ts';
import type { Term } from '../terms/term.ts';
import { type Taxonomy, taxonomies } from '../terms/term.ts';
import { termPaths } from '../terms/termRecord.ts';

const LABELS: Readonly<Record<Taxonomy['slug'], string>> = { category: 'Categories', post_tag: 'Tags' };

/** The terms of posts as links, a line for each taxonomy that there are any of. */
export const termLinks = async (
  { core, renderContext }: PageContext,
  termsOf: (taxonomy: Taxonomy) => readonly Term[],
): Promise<Html[]> =>
  Promise.all(
    taxonomies
      .filter((taxonomy) => termsOf(taxonomy).length > 0)
      .map(async (taxonomy) => {
        const terms = termsOf(taxonomy);
        const pathOf = await termPaths(core, taxonomy, terms);
        const links = terms.map(
          (term) => html`<a href="${renderContext.baseUrl}${pathOf(term)}">${inline(term.name)}</a>`,
        );
        return html`<p class="soft">${renderContext.text(LABELS[taxonomy.slug])}: ${joined(links, ', ')}</p>\n`;
      }),
  );

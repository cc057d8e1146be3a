import { RefusedError, type SiteClient } from '../siteClient.ts';
import type { ExportedTerm } from './readExport.ts';

interface Term {
  readonly id: number;
  readonly slug: string;
}

const PAGE = 100;

/**
 * Returns the ids of terms by their slugs, after creating missing terms of the file. Parents are created first. A term
 * whose name is taken under the same parent counts as that term.
 */
export const ensureTerms = async (
  site: SiteClient,
  taxonomy: 'categories' | 'tags',
  terms: readonly ExportedTerm[],
): Promise<Map<string, number>> => {
  const ids = await existing(site, taxonomy);
  const bySlug = new Map(terms.map((term) => [term.slug, term]));
  const ensure = async (term: ExportedTerm, below: readonly string[]): Promise<void> => {
    if (ids.has(term.slug) || below.includes(term.slug)) return;
    const parent = bySlug.get(term.parent);
    if (parent !== undefined) await ensure(parent, [...below, term.slug]);
    const parentId = ids.get(term.parent);
    ids.set(
      term.slug,
      await create(site, taxonomy, { ...bodyOf(term), ...(parentId !== undefined && { parent: parentId }) }),
    );
  };
  for (const term of terms) await ensure(term, []);
  return ids;
};

const bodyOf = ({ name, slug, description }: ExportedTerm) => ({ name, slug, description });

const existing = async (site: SiteClient, taxonomy: string): Promise<Map<string, number>> => {
  const ids = new Map<string, number>();
  for (let page = 1; ; page++) {
    const terms = await site.request<Term[]>('GET', `/core/v2/${taxonomy}?per_page=${PAGE}&page=${page}`);
    for (const { slug, id } of terms) ids.set(slug, id);
    if (terms.length < PAGE) return ids;
  }
};

const create = async (site: SiteClient, taxonomy: string, body: object): Promise<number> => {
  try {
    return (await site.request<Term>('POST', `/core/v2/${taxonomy}`, body)).id;
  } catch (error) {
    if (error instanceof RefusedError && error.code === 'term_exists') return Number(error.data.term_id);
    throw error;
  }
};

import type { Filter } from '@almanac/documents';
import { ancestorsOf, type CategoryTree } from '@almanac/taxonomy';
import type { Core } from '../../core.ts';
import type { Taxonomy, Term } from '../term.ts';

/** The collections from which lists of terms are made: the terms, and the posts that name them. */
export type TermSources = Pick<Core, 'documents' | 'namingPosts'>;

/** Categories that have published posts, themselves or further down (docs/interface/core-terms.md §6). */
export const usedCategories = async (
  { documents, namingPosts }: TermSources,
  taxonomy: Taxonomy,
  tree: CategoryTree,
): Promise<Filter> => {
  const used = await documents.find<Term>(taxonomy.collection, { filter: namingPosts.namedByPublished(taxonomy.base) });
  const ids = new Set(used.flatMap(({ id }) => [id, ...ancestorsOf(tree, id)]));
  return { field: 'id', in: [...ids] };
};

import type { Documents, Filter } from '@almanac/documents';
import { ancestorsOf, type CategoryTree } from '@almanac/taxonomy';
import { posts } from '../../posts/post.ts';
import type { Taxonomy, Term } from '../term.ts';

const published: Filter = { field: 'status', equals: 'publish' };

/** How many published posts have each of these terms themselves, zeros included. */
export const countsOf = async (
  documents: Documents,
  taxonomy: Taxonomy,
  ids: readonly number[],
): Promise<ReadonlyMap<number, number>> => {
  if (ids.length === 0) return new Map();
  return (await documents.countBy(posts, taxonomy.base, ids, published)) as Map<number, number>;
};

/** Terms that have published posts. */
export const usedTerms = (taxonomy: Taxonomy): Filter => ({
  referencedBy: { collection: posts, field: taxonomy.base, filter: published },
});

/** Categories that have published posts, themselves or further down (decisions.md, Core). */
export const usedCategories = async (documents: Documents, taxonomy: Taxonomy, tree: CategoryTree): Promise<Filter> => {
  const used = await documents.find<Term>(taxonomy.collection, { filter: usedTerms(taxonomy) });
  const ids = new Set(used.flatMap(({ id }) => [id, ...ancestorsOf(tree, id)]));
  return { field: 'id', in: [...ids] };
};

import type { UnitOfWork } from '@almanac/aggregates';
import { cutSlug, uniqueSlug } from '@almanac/content';
import { streamOf } from '@almanac/domain';
import { ancestorsOf, loadTree } from './categoryTree.ts';
import { type Taxonomy, type Term, taxonomies } from './term.ts';

const LONGEST = 200;

/** Slugs are unique in a taxonomy and a language (translation.md §3.6). */
export const slugScope = (taxonomy: Taxonomy, language: string): string => `slug/${taxonomy.slug}/${language}`;

/** The id of the term that has the slug; undefined where it is free. */
export const termWithSlug = async (
  unit: UnitOfWork,
  taxonomy: Taxonomy,
  language: string,
  slug: string,
): Promise<number | undefined> => {
  const stream = await unit.holder(slugScope(taxonomy, language), slug);
  return stream === null ? undefined : Number(stream.slice(taxonomy.term.category.length + 1));
};

export interface Named {
  readonly id: number;
  readonly parent: number;
  readonly language: string;
}

/**
 * The slug that a term gets for the one it asks for: itself where it is free in its taxonomy; then with the slugs of
 * the categories above it, the nearest first; then numbered, free in every taxonomy (core-adjacent.md §1.4).
 */
export const freeTermSlug = async (
  unit: UnitOfWork,
  taxonomy: Taxonomy,
  wanted: string,
  named: Named,
): Promise<string> => {
  const isFree = async (slug: string, where: readonly Taxonomy[]): Promise<boolean> => {
    for (const each of where) {
      const holder = await termWithSlug(unit, each, named.language, slug);
      if (holder !== undefined && holder !== named.id) return false;
    }
    return true;
  };
  let slug = cutSlug(wanted, LONGEST);
  if (await isFree(slug, [taxonomy])) return slug;
  for (const ancestor of await slugsAbove(unit, taxonomy, named)) {
    slug = cutSlug(`${slug}-${ancestor}`, LONGEST);
    if (await isFree(slug, [taxonomy])) return slug;
  }
  return uniqueSlug(slug, async (numbered) => !(await isFree(numbered, taxonomies)), { numbered: true });
};

const slugsAbove = async (unit: UnitOfWork, taxonomy: Taxonomy, named: Named): Promise<string[]> => {
  if (named.parent === 0) return [];
  const above = [named.parent, ...ancestorsOf(await loadTree(unit), named.parent)];
  return Promise.all(above.map(async (id) => (await unit.load(taxonomy.term, id)).slug));
};

/** Takes the slug for the term, giving back the one it had. */
export const moveSlug = async (
  unit: UnitOfWork,
  taxonomy: Taxonomy,
  term: Pick<Term, 'id' | 'slug' | 'language'>,
  slug: string | undefined,
): Promise<void> => {
  const scope = slugScope(taxonomy, term.language);
  const bearer = streamOf(taxonomy.term, term.id);
  if (term.slug !== '' && term.slug !== slug) await unit.release(scope, term.slug, bearer);
  if (slug !== undefined) await unit.take(scope, slug, bearer);
};

import type { UnitOfWork } from '@almanac/aggregates';
import { idOfStream } from '@almanac/aggregates';
import { cutSlug, slugOf, uniqueSlug } from '@almanac/content';
import { slugScope } from '../records/slugs.ts';
import { category } from './category.ts';
import { ancestorsOf, categoryTree, treeId } from './categoryTree.ts';

const LONGEST = 200;

export const categorySlugScope = (language: string): string => slugScope('category', language);

/** The category that has the slug; undefined where it is free. */
export const bearerOf = async (unit: UnitOfWork, language: string, slug: string): Promise<number | undefined> => {
  const stream = await unit.holder(categorySlugScope(language), slug);
  return stream === null ? undefined : Number(idOfStream(stream));
};

/**
 * The slug that a category gets for the one that is wanted: itself where it is free, then with the slugs of those above
 * it, then numbered (core-adjacent.md §1.4).
 */
export const freeCategorySlug = async (
  unit: UnitOfWork,
  wanted: string,
  place: { readonly id: number; readonly parent: number; readonly language: string },
): Promise<string> => {
  const isFree = async (slug: string): Promise<boolean> => {
    const bearer = await bearerOf(unit, place.language, slug);
    return bearer === undefined || bearer === place.id;
  };
  let slug = cutSlug(wanted, LONGEST);
  if (await isFree(slug)) return slug;
  for (const above of await slugsAbove(unit, place.parent)) {
    slug = cutSlug(`${slug}-${above}`, LONGEST);
    if (await isFree(slug)) return slug;
  }
  return uniqueSlug(slug, async (numbered) => !(await isFree(numbered)), { numbered: true });
};

const slugsAbove = async (unit: UnitOfWork, parent: number): Promise<string[]> => {
  if (parent === 0) return [];
  const above = [parent, ...ancestorsOf(await unit.load(categoryTree, treeId), parent)];
  return Promise.all(above.map(async (id) => (await unit.load(category, id)).slug));
};

/** The slug that a name gives; the id where nothing remains of it. */
export const slugOfName = (name: string, id: number): string => slugOf(name) || String(id);

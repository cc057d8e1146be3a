import type { UnitOfWork } from '@almanac/aggregates';
import { type SiteLanguages, standAlone } from '@almanac/translations';
import { place } from './categoryTree.ts';
import { categories, termEvent } from './term.ts';
import { moveSlug } from './termSlugs.ts';

/** The category of posts that have no other; it cannot be deleted. */
export const DEFAULT_CATEGORY = 1;

/** Makes category 1, `Uncategorized` (decisions.md, Core). */
export const createDefaultCategory = async (unit: UnitOfWork, site: SiteLanguages): Promise<void> => {
  const id = DEFAULT_CATEGORY;
  const slug = 'uncategorized';
  const language = site.defaultLanguage;
  await moveSlug(unit, categories, { id, slug: '', language }, slug);
  await place(unit, id, 0);
  const data = { id, name: 'Uncategorized', slug, description: '', parent: 0, ...standAlone(language, site) };
  await unit.append(categories.term, id, [termEvent(categories.name, 'Created', data)]);
};

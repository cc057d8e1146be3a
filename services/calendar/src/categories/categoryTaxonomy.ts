import { groupsOf, inListsOf } from '@almanac/translations';
import type { Taxonomy } from '../terms/term.ts';
import { categories, category } from './category.ts';
import { translatableCategories } from './categoryTranslations.ts';

export const categoryTaxonomy: Taxonomy = {
  collection: categories,
  aggregate: category,
  plural: 'categories',
  slug: 'cal_events_cat',
  segment: 'events/category',
  hierarchical: true,
  inListsOf,
  groupsOf: (documents, terms) => groupsOf(documents, translatableCategories.noun, terms),
};

import { groupsOf, inListsOf } from '@almanac/translations';
import type { Taxonomy } from '../terms/term.ts';
import { categories, categoryKind } from './category.ts';

export const categoryTaxonomy: Taxonomy = {
  collection: categories,
  aggregate: categoryKind.aggregate,
  plural: 'categories',
  slug: 'cal_events_cat',
  segment: 'events/category',
  hierarchical: true,
  inListsOf,
  groupsOf: (documents, terms) => groupsOf(documents, categoryKind.noun, terms),
};

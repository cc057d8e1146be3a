import type { Registration } from '@almanac/aggregates';
import { FOLD_VERSION, foldText } from '@almanac/content';
import type { Collection } from '@almanac/documents';
import type { Aggregate, Event } from '@almanac/domain';
import type { Standing } from '@almanac/translations';

export interface CategoryFields {
  /** Without tags, `& < >` as entities. */
  readonly name: string;
  readonly slug: string;
  readonly description: string;
  /** The category above it; 0 at the top. */
  readonly parent: number;
}

export interface Category extends CategoryFields, Standing {
  readonly id: number;
  readonly version: number;
  readonly deleted: boolean;
  /** The name as lists are ordered by it. */
  readonly sortName: string;
}

export type CategoryEvent =
  | Event<'CategoryCreated', CategoryFields & Standing & { readonly id: number }>
  | Event<'CategoryChanged', Partial<CategoryFields>>
  | Event<'CategoryGrouped', { readonly group: number | null }>
  | Event<'CategoryListed', { readonly languages: readonly string[] }>
  | Event<'CategoryDeleted', Record<string, never>>;

const absent: Category = {
  id: 0,
  version: 0,
  deleted: false,
  name: '',
  slug: '',
  description: '',
  parent: 0,
  language: '',
  group: null,
  languages: [],
  sortName: '',
};

/** A category of events: `category-<id>`. */
export const category: Aggregate<Category, CategoryEvent> = {
  category: 'category',
  initialState: absent,
  eventTypes: ['CategoryCreated', 'CategoryChanged', 'CategoryGrouped', 'CategoryListed', 'CategoryDeleted'],
  fold: 1 + FOLD_VERSION,
  evolve: (state, { type, data, version }) => {
    if (type === 'CategoryDeleted') return { ...state, deleted: true, version };
    const next = { ...state, ...data, version };
    return { ...next, sortName: foldText(next.name) };
  },
};

export const categories: Collection = {
  name: 'categories',
  fold: category.fold,
  indexes: [['language', 'sortName'], ['sortName'], ['slug'], ['parent']],
  arrays: ['languages'],
  texts: ['name', 'slug'],
};

export const categoryRegistration: Registration<Category, CategoryEvent> = {
  aggregate: category,
  collection: categories,
  isGone: (state) => state.deleted,
};

export const categoryExists = (state: Category): boolean => state.version > 0 && !state.deleted;

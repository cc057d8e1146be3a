import {
  absentTerm,
  groupsOf,
  inListsOf,
  MAX_NAME_LENGTH,
  type TermErrors,
  type TermEvent,
  type TermEventTypes,
  type TermKind,
  type TermState,
  termChange,
  termNames,
  termUpcasters,
  writtenTerm,
} from '@almanac/content-model';
import type { Collection } from '@almanac/documents';
import type { Aggregate } from '@almanac/event-sourcing';
import { invalidParams } from '@almanac/rest';
import type { RecordRegistration } from '@almanac/service';
import { foldText, TEXT_FOLD_VERSION } from '@almanac/text';
import { calendarErrors } from '../errors.ts';
import type { Taxonomy } from './term.ts';
import { mayManage } from './termWriting.ts';

export interface Category extends TermState {
  /** The folded name, by which lists are ordered. */
  readonly sortName: string;
}

const eventTypes = {
  created: 'CategoryCreated',
  changed: 'CategoryChanged',
  placedInTranslationGroup: 'CategoryPlacedInTranslationGroup',
  listingLanguagesChanged: 'CategoryListingLanguagesChanged',
  deleted: 'CategoryDeleted',
} as const satisfies TermEventTypes;

export type CategoryEvent = TermEvent<typeof eventTypes>;

const absent: Category = { ...absentTerm, sortName: '' };

const category: Aggregate<Category, CategoryEvent> = {
  category: 'category',
  initialState: absent,
  eventTypes: Object.values(eventTypes),
  projectionVersion: 2 + TEXT_FOLD_VERSION,
  upcasters: termUpcasters(eventTypes),
  evolve: (state, event) => {
    const next = { ...state, ...termChange(eventTypes, event), version: event.version };
    return { ...next, sortName: foldText(next.name) };
  },
};

export const categories: Collection = {
  name: 'categories',
  projectionVersion: category.projectionVersion,
  indexes: [['language', 'sortName'], ['sortName'], ['slug'], ['parent'], ['group']],
  arrays: ['languages'],
  texts: ['name', 'slug'],
};

export const categoryRegistration: RecordRegistration<Category, CategoryEvent> = {
  aggregate: category,
  collection: categories,
  isGone: (state) => state.deleted,
  names: (state) => termNames('category', state),
  written: writtenTerm('/cal/events/v1/categories/{id}'),
  mayEdit: (principal) => mayManage(principal, categoryTaxonomy),
};

const errors: TermErrors = {
  noSuchTerm: calendarErrors.unknownTerm,
  noSuchParent: () => invalidParams({ parent: '{name} does not name a category.' }),
  emptyName: () => invalidParams({ name: '{name} must not be empty.' }),
  nameTooLong: () => calendarErrors.termNameTooLong({ params: { limit: MAX_NAME_LENGTH } }),
  termExists: (id) => calendarErrors.termExists({ data: { term_id: id } }),
  slugTaken: (slug) => calendarErrors.termSlugTaken({ params: { slug } }),
};

/** Categories of events, `category-<id>`, as terms. */
export const categoryKind: TermKind<Category> = {
  aggregate: category,
  eventTypes,
  collection: categories,
  noun: 'category',
  hierarchical: true,
  nameField: 'sortName',
  errors,
};

export const categoryTaxonomy: Taxonomy = {
  collection: categories,
  aggregate: categoryKind.aggregate,
  plural: 'categories',
  slug: 'cal_events_cat',
  segment: 'events/category',
  hierarchical: true,
  inListsOf: (language, site) => inListsOf({ type: 'cal_events_cat', collection: categories }, language, site),
  groupsOf: (documents, terms) => groupsOf(documents, categoryKind.noun, terms),
};

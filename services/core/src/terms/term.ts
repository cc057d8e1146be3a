import {
  absentTerm,
  type TermEvent as CategoryOrTagEvent,
  MAX_NAME_LENGTH,
  type TermErrors,
  type TermEventTypes,
  type TermKind,
  type TermState,
  termChange,
  termNames,
  termUpcasters,
  writtenTerm,
} from '@almanac/content-model';
import type { Collection } from '@almanac/documents';
import { can, type Principal } from '@almanac/identity';
import type { RecordRegistration } from '@almanac/service';
import { foldText, TEXT_FOLD_VERSION } from '@almanac/text';
import { coreErrors } from '../errors.ts';

export interface Term extends TermState {
  /** Texts compared by orders and searches, without case and accents. */
  readonly keys: { readonly name: string; readonly description: string };
}

const categoryEventTypes = {
  created: 'CategoryCreated',
  changed: 'CategoryChanged',
  placedInTranslationGroup: 'CategoryPlacedInTranslationGroup',
  listingLanguagesChanged: 'CategoryListingLanguagesChanged',
  deleted: 'CategoryDeleted',
} as const satisfies TermEventTypes;

const tagEventTypes = {
  created: 'TagCreated',
  changed: 'TagChanged',
  placedInTranslationGroup: 'TagPlacedInTranslationGroup',
  listingLanguagesChanged: 'TagListingLanguagesChanged',
  deleted: 'TagDeleted',
} as const satisfies TermEventTypes;

export type TermEvent = CategoryOrTagEvent<typeof categoryEventTypes> | CategoryOrTagEvent<typeof tagEventTypes>;

const absent: Term = { ...absentTerm, keys: { name: '', description: '' } };

/** A kind of term, with the values by which its commands, lists and routes differ. */
export interface Taxonomy extends TermKind<Term> {
  /** Name in the REST interface: `category`, `post_tag`. */
  readonly slug: 'category' | 'post_tag';
  /** Collection segment of REST addresses: `categories`, `tags`; also the member of a post. */
  readonly base: 'categories' | 'tags';
  /** First segment of public addresses. */
  readonly segment: 'category' | 'tag';
  readonly hierarchical: boolean;
  readonly collection: Collection;
}

const PROJECTION_VERSION = 1 + TEXT_FOLD_VERSION;

const errors: TermErrors = {
  noSuchTerm: coreErrors.unknownTerm,
  noSuchParent: coreErrors.unknownParentTerm,
  emptyName: coreErrors.emptyTermName,
  nameTooLong: () => coreErrors.termNameTooLong({ params: { limit: MAX_NAME_LENGTH } }),
  termExists: (id) => coreErrors.termExists({ data: { term_id: id } }),
  slugTaken: (slug) => coreErrors.termSlugTaken({ params: { slug } }),
};

type Names = Pick<Taxonomy, 'slug' | 'base' | 'segment' | 'hierarchical' | 'eventTypes'>;

const taxonomy = (category: string, names: Names): Taxonomy => ({
  ...names,
  noun: names.slug,
  nameField: 'keys.name',
  errors,
  aggregate: {
    category,
    initialState: absent,
    eventTypes: Object.values(names.eventTypes),
    projectionVersion: PROJECTION_VERSION,
    upcasters: termUpcasters(names.eventTypes),
    evolve: (state, event) => {
      const next = { ...state, ...termChange(names.eventTypes, event), version: event.version };
      return { ...next, keys: { name: foldText(next.name), description: foldText(next.description) } };
    },
  },
  collection: {
    name: names.base,
    projectionVersion: PROJECTION_VERSION,
    indexes: [['language', 'keys.name'], ['keys.name'], ['slug'], ['parent'], ['group'], ['keys.description']],
    arrays: ['languages'],
    texts: ['name', 'slug'],
  },
});

export const categories: Taxonomy = taxonomy('category', {
  slug: 'category',
  base: 'categories',
  segment: 'category',
  hierarchical: true,
  eventTypes: categoryEventTypes,
});

export const tags: Taxonomy = taxonomy('tag', {
  slug: 'post_tag',
  base: 'tags',
  segment: 'tag',
  hierarchical: false,
  eventTypes: tagEventTypes,
});

export const taxonomies: readonly Taxonomy[] = [categories, tags];

/** True if the principal may change and delete terms, and translate existing ones. */
export const mayManageTerms = (principal: Principal): boolean => can(principal, 'manage_categories');

/** The nouns of all taxonomies: a numbered slug must be free in each of them. */
export const taxonomyNouns: readonly string[] = taxonomies.map(({ noun }) => noun);

export const termRegistrations: readonly RecordRegistration<Term>[] = taxonomies.map((taxonomy) => ({
  aggregate: taxonomy.aggregate,
  collection: taxonomy.collection,
  isGone: (state) => state.deleted,
  names: (state) => termNames(taxonomy.noun, state),
  written: writtenTerm(`/core/v2/${taxonomy.base}/{id}`, taxonomy),
  mayEdit: mayManageTerms,
}));

import type { Registration } from '@almanac/aggregates';
import { FOLD_VERSION, foldText } from '@almanac/content';
import type { Collection } from '@almanac/documents';
import type { Aggregate, Event } from '@almanac/domain';
import type { Standing } from '@almanac/translations';

/** The kinds of terms, by the name in their events. */
export type TermName = 'Category' | 'Tag';

export interface TermFields {
  /** Without tags, `& < >` as entities. */
  readonly name: string;
  readonly slug: string;
  readonly description: string;
  /** The id of the category above; 0 for the top, and for tags. */
  readonly parent: number;
}

export interface Term extends TermFields, Standing {
  readonly id: number;
  /** The version of its stream; 0 for a term that never was. */
  readonly version: number;
  readonly deleted: boolean;
  /** What orders and comparisons take: no case, no accents. */
  readonly keys: { readonly name: string; readonly description: string };
}

export type TermEvent<Name extends TermName = TermName> =
  | Event<`${Name}Created`, TermFields & Standing & { readonly id: number }>
  | Event<`${Name}Changed`, Partial<TermFields>>
  | Event<`${Name}Grouped`, Pick<Standing, 'group'>>
  | Event<`${Name}Listed`, Pick<Standing, 'languages'>>
  | Event<`${Name}Deleted`, Record<string, never>>;

const verbs = ['Created', 'Changed', 'Grouped', 'Listed', 'Deleted'] as const;

const absent: Term = {
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
  keys: { name: '', description: '' },
};

/** A kind of term with everything that its commands, lists and routes differ by. */
export interface Taxonomy {
  readonly term: Aggregate<Term, TermEvent>;
  readonly name: TermName;
  /** As the interface calls it: `category`, `post_tag`. */
  readonly slug: 'category' | 'post_tag';
  /** The collection's part of the address: `categories`, `tags`; also the member of a post. */
  readonly base: 'categories' | 'tags';
  /** The first segment of public addresses. */
  readonly segment: 'category' | 'tag';
  readonly hierarchical: boolean;
  readonly collection: Collection;
}

const FOLD = 1 + FOLD_VERSION;

const aggregateOf = (name: TermName): Aggregate<Term, TermEvent> => ({
  category: name.toLowerCase(),
  initialState: absent,
  eventTypes: verbs.map((verb) => `${name}${verb}` as const),
  fold: FOLD,
  evolve: (state, event) => {
    const consequence: Partial<Term> = event.type === `${name}Deleted` ? { deleted: true } : event.data;
    const next = { ...state, ...consequence, version: event.version };
    return { ...next, keys: { name: foldText(next.name), description: foldText(next.description) } };
  },
});

const taxonomy = (name: TermName, more: Pick<Taxonomy, 'slug' | 'base' | 'segment' | 'hierarchical'>): Taxonomy => ({
  ...more,
  name,
  term: aggregateOf(name),
  collection: {
    name: more.base,
    fold: FOLD,
    indexes: [['language', 'keys.name'], ['keys.name'], ['slug'], ['parent'], ['group'], ['keys.description']],
    arrays: ['languages'],
    texts: ['name', 'slug'],
  },
});

export const categories: Taxonomy = taxonomy('Category', {
  slug: 'category',
  base: 'categories',
  segment: 'category',
  hierarchical: true,
});

export const tags: Taxonomy = taxonomy('Tag', { slug: 'post_tag', base: 'tags', segment: 'tag', hierarchical: false });

export const taxonomies: readonly Taxonomy[] = [categories, tags];

export const termRegistrations: readonly Registration<Term, TermEvent>[] = taxonomies.map(({ term, collection }) => ({
  aggregate: term,
  collection,
  isGone: (state) => state.deleted,
}));

export const isTerm = (state: Term): boolean => state.version > 0 && !state.deleted;

/** The event of a kind of term; `data` must be what its type says. */
export const termEvent = (name: TermName, verb: (typeof verbs)[number], data: TermEvent['data']): TermEvent =>
  ({ type: `${name}${verb}`, data }) as TermEvent;

import { foldText } from '@almanac/content';
import type { TagFacts } from '@almanac/contracts';
import type { Collection, Filter } from '@almanac/documents';
import type { Taxonomy, Term } from '../terms/term.ts';

/** A tag as the calendar keeps it; core owns it. */
export interface TagCopy extends Term {
  /** The name as lists are ordered by it. */
  readonly sortName: string;
}

export const tagCopies: Collection = {
  name: 'tag-copies',
  fold: 1,
  indexes: [['language', 'sortName'], ['sortName'], ['slug'], ['parent'], ['group']],
  texts: ['name', 'slug'],
};

export const tagTaxonomy: Taxonomy = {
  collection: tagCopies,
  aggregate: { category: 'tagcopy' },
  plural: 'tags',
  slug: 'post_tag',
  segment: 'tag',
  hierarchical: false,
  inListsOf: (language, { defaultLanguage }) => {
    const own: Filter = { field: 'language', equals: language };
    if (language === defaultLanguage) return own;
    const translated: Filter = { field: 'group', referencedBy: { collection: tagCopies, field: 'group', filter: own } };
    return { any: [own, { all: [{ field: 'language', equals: defaultLanguage }, { not: translated }] }] };
  },
};

/** @param version the guard of what it was made of (`guardOf`) */
export const tagCopy = (facts: TagFacts, version: number): TagCopy => ({
  ...facts,
  parent: 0,
  version,
  sortName: foldText(facts.name),
});

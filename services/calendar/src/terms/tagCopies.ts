import { type GroupedRecord, hasVersion, rulesOf, type TranslationGroup } from '@almanac/content-model';
import type { TagFacts } from '@almanac/contracts';
import type { Collection, Documents, Filter } from '@almanac/documents';
import { foldText, TEXT_FOLD_VERSION } from '@almanac/text';
import type { Taxonomy, Term } from './term.ts';

/** The calendar's copy of a tag, which core owns. */
export interface TagCopy extends Term {
  /** The folded name, by which lists are ordered. */
  readonly sortName: string;
  /** The original that core publishes for members of a group; older copies do not have it. */
  readonly source?: string | null | undefined;
}

export const tagCopies: Collection = {
  name: 'tag-copies',
  projectionVersion: 1 + TEXT_FOLD_VERSION,
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
  inListsOf: (language, site) => {
    const { defaultLanguage } = site;
    const mode = rulesOf(site).modeOf('post_tag');
    if (mode === 0) return { all: [] };
    const own: Filter = { field: 'language', equals: language };
    if (mode === 1 || language === defaultLanguage) return own;
    const untranslated: Filter = { not: hasVersion(tagCopies, language) };
    return { any: [own, { all: [{ field: 'language', equals: defaultLanguage }, untranslated] }] };
  },
  groupsOf: (documents, terms) => groupsOfTags(documents, terms),
};

/** Returns the groups, built from the copies, since core does not publish its groups. */
const groupsOfTags = async (documents: Documents, tags: readonly GroupedRecord[]): Promise<TranslationGroup[]> => {
  const numbers = [...new Set(tags.map(numberOf))];
  if (numbers.length === 0) return [];
  const members: Filter = { any: ['group', 'id'].map((field) => ({ field, in: numbers })) };
  const found = await documents.find<TagCopy>(tagCopies, { filter: members });
  return [...Map.groupBy(found, numberOf).values()].map(groupOf);
};

const numberOf = ({ id, group }: GroupedRecord): number => group ?? id;

const groupOf = (tags: readonly TagCopy[]): TranslationGroup => {
  const original = originalOf(tags);
  const sourceOf = ({ id, source = original.language }: TagCopy) => (id === original.id ? null : source);
  return {
    members: Object.fromEntries(
      tags.map((tag) => [tag.language, { id: tag.id, source: sourceOf(tag), public: true }] as const),
    ),
  };
};

/**
 * Returns the member that core has published as the original. Without one it is the first member, or the oldest if
 * the first is deleted.
 */
const originalOf = (tags: readonly TagCopy[]): TagCopy =>
  tags.find(({ source }) => source === null) ?? tags.reduce((oldest, tag) => (tag.id < oldest.id ? tag : oldest));

/** @param version the guard of the event or answer from which it was made (`guardOf`) */
export const tagCopy = (facts: TagFacts, version: number): TagCopy => ({
  ...facts,
  parent: 0,
  version,
  sortName: foldText(facts.name),
});

/**
 * Folds names again that an earlier release folded by another rule, since this service's log cannot rebuild copies.
 * A copy that gets a newer event meanwhile keeps the newer value.
 */
export const refoldTagNames = async (documents: Documents): Promise<void> => {
  const copies = await documents.find<TagCopy>(tagCopies, {});
  const refolded = copies
    .map((copy) => ({ copy, sortName: foldText(copy.name) }))
    .filter(({ copy, sortName }) => copy.sortName !== sortName)
    .map(({ copy, sortName }) => ({
      collection: tagCopies,
      id: copy.id,
      version: copy.version,
      body: { ...copy, sortName },
    }));
  await documents.write(refolded);
};

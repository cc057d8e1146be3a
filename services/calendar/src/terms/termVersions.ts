import type { Documents, Filter } from '@almanac/documents';
import { readTree, withDescendants } from '@almanac/taxonomy';
import { versionsIn } from '@almanac/translations';
import type { Taxonomy, Term } from './term.ts';

/** The ids of terms with those of all their versions: what is named in one language is meant in each. */
export const withTermVersions = async (
  documents: Documents,
  taxonomy: Taxonomy,
  ids: readonly number[],
): Promise<number[]> => {
  const terms = await documents.getMany<Term>(taxonomy.collection, ids);
  return versionsIn(await taxonomy.groupsOf(documents, terms), terms);
};

/** A term with its translations. */
export const translatedTerms = async (documents: Documents, taxonomy: Taxonomy, term: Term): Promise<Term[]> =>
  documents.getMany<Term>(taxonomy.collection, await withTermVersions(documents, taxonomy, [term.id]));

/** Events that have one of the terms in whatever language, or a category below one of them. */
export const eventsWithTerms = async (
  documents: Documents,
  taxonomy: Taxonomy,
  ids: readonly number[],
): Promise<Filter> => {
  const below = taxonomy.hierarchical ? withDescendants(await readTree(documents), ids) : ids;
  return { field: taxonomy.plural, contains: await withTermVersions(documents, taxonomy, below) };
};

/** Terms swapped for their own versions in a language; those that have none stay (docs/interface/translation.md §2). */
export const termsInLanguage = async (
  documents: Documents,
  taxonomy: Taxonomy,
  ids: readonly number[],
  language: string,
): Promise<number[]> => {
  const terms = await documents.getMany<Term>(taxonomy.collection, ids);
  const groups = await taxonomy.groupsOf(documents, terms);
  const own = new Map(
    groups.flatMap(({ members }) => Object.values(members).map(({ id }) => [id, members[language]?.id ?? id])),
  );
  return ids.map((id) => own.get(id) ?? id);
};

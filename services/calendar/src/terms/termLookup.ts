import { readTree, versionsIn, withDescendants } from '@almanac/content-model';
import type { Documents, Filter } from '@almanac/documents';
import { invalidParams } from '@almanac/rest';
import { slugOf } from '@almanac/text';
import type { Calendar } from '../calendar.ts';
import type { Taxonomy, Term } from './term.ts';

export interface Naming {
  readonly language: string;
  readonly defaultLanguage: string;
}

/** Returns the languages in which slugs and names of terms are looked up. */
export const namingOf = ({ languages }: Pick<Calendar, 'languages'>, language: string): Naming => ({
  language,
  defaultLanguage: languages.defaultLanguage,
});

/** Returns terms by their slugs in a language, else in the default language. */
export const termsBySlug = async (
  documents: Documents,
  taxonomy: Taxonomy,
  slugs: readonly string[],
  { language, defaultLanguage }: Naming,
): Promise<Map<string, Term>> => {
  const inSlugs: Filter = { field: 'slug', in: slugs };
  const found = await documents.find<Term>(taxonomy.collection, { filter: inSlugs });
  const bySlug = new Map<string, Term>();
  for (const wanted of [defaultLanguage, language]) {
    for (const term of found) if (term.language === wanted) bySlug.set(term.slug, term);
  }
  return bySlug;
};

/**
 * Returns the ids of terms for the filter of a list: each text is tried as a slug, then as an id; a number is an id
 * (docs/interface/calendar.md §7).
 * @throws DomainError 400 for an unknown term
 */
export const filteredTerms = async (
  documents: Documents,
  taxonomy: Taxonomy,
  { name, values }: { readonly name: string; readonly values: readonly (string | number)[] },
  naming: Naming,
): Promise<number[]> => {
  const texts = values.filter((value) => typeof value === 'string');
  const bySlug = await termsBySlug(documents, taxonomy, texts.map(slugOf), naming);
  const ids = values.map((value) =>
    typeof value === 'number' ? value : (bySlug.get(slugOf(value))?.id ?? Number(value)),
  );
  const numbers = ids.filter((id) => Number.isSafeInteger(id) && id > 0);
  const known = new Set((await documents.getMany<Term>(taxonomy.collection, numbers)).map((term) => term.id));
  if (!ids.every((id) => known.has(id))) throw invalidParams({ [name]: '{name} names a term that does not exist.' });
  return ids;
};

/** Returns the ids of terms and of all their versions: a term of one language represents all of them. */
export const withTermVersions = async (
  documents: Documents,
  taxonomy: Taxonomy,
  ids: readonly number[],
): Promise<number[]> => {
  const terms = await documents.getMany<Term>(taxonomy.collection, ids);
  return versionsIn(await taxonomy.groupsOf(documents, terms), terms);
};

/** Returns a term with its translations. */
export const translatedTerms = async (documents: Documents, taxonomy: Taxonomy, term: Term): Promise<Term[]> =>
  documents.getMany<Term>(taxonomy.collection, await withTermVersions(documents, taxonomy, [term.id]));

/** Returns the filter for events with one of the terms or a descendant category, in any language version. */
export const eventsWithTerms = async (
  documents: Documents,
  taxonomy: Taxonomy,
  ids: readonly number[],
): Promise<Filter> => {
  const named = await withTermVersions(documents, taxonomy, ids);
  if (!taxonomy.hierarchical) return { field: taxonomy.plural, contains: named };
  const below = withDescendants(await readTree(documents), named);
  return { field: taxonomy.plural, contains: await withTermVersions(documents, taxonomy, below) };
};

/** Replaces terms by their versions in a language; a term without one stays (docs/interface/translation.md §2). */
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

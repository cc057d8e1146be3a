import { slugOf } from '@almanac/content';
import type { Documents, Filter } from '@almanac/documents';
import { invalidParams } from '@almanac/rest';
import type { Calendar } from '../calendar.ts';
import type { Taxonomy, Term } from './term.ts';

export interface Naming {
  readonly language: string;
  readonly defaultLanguage: string;
}

/** In which language slugs and names of terms are looked for. */
export const namingOf = ({ languages }: Pick<Calendar, 'languages'>, language: string): Naming => ({
  language,
  defaultLanguage: languages.defaultLanguage,
});

/** Terms by their slugs in a language, in the default language where that has none of the slug. */
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
 * The ids of terms that a list is filtered by: each value is tried as a slug, then as an id
 * (docs/interface/calendar.md §7).
 * @throws DomainError 400 for one that names nothing
 */
export const filteredTerms = async (
  documents: Documents,
  taxonomy: Taxonomy,
  { name, values }: { readonly name: string; readonly values: readonly string[] },
  naming: Naming,
): Promise<number[]> => {
  const bySlug = await termsBySlug(documents, taxonomy, values.map(slugOf), naming);
  const ids = values.map((value) => bySlug.get(slugOf(value))?.id ?? Number(value));
  const numbers = ids.filter((id) => Number.isSafeInteger(id) && id > 0);
  const known = new Set((await documents.getMany<Term>(taxonomy.collection, numbers)).map((term) => term.id));
  if (!ids.every((id) => known.has(id))) throw invalidParams({ [name]: '{name} names a term that does not exist.' });
  return ids;
};

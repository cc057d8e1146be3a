import type { Documents } from '@almanac/documents';
import { languagePath } from '../records/address.ts';
import type { Taxonomy, Term } from '../terms/term.ts';
import { shownTerms } from '../terms/termReader.ts';

/** Where the pages of terms are: those of events, so tags have one beside their posts'. */
export const termPaths = async (
  documents: Documents,
  taxonomy: Taxonomy,
  { terms, defaultLanguage }: { readonly terms: readonly Term[]; readonly defaultLanguage: string },
): Promise<ReadonlyMap<number, string>> => {
  const segment = taxonomy.hierarchical ? taxonomy.segment : 'events/tag';
  const shown = await shownTerms(documents, taxonomy, terms);
  return new Map(
    shown.map(({ term, above }) => [
      term.id,
      [`${languagePath(term.language, defaultLanguage)}/${segment}`, ...above, term.slug, ''].join('/'),
    ]),
  );
};

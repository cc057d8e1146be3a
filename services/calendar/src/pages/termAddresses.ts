import { languagePath } from '../addresses.ts';
import type { Calendar } from '../calendar.ts';
import type { Taxonomy, Term } from '../terms/term.ts';
import { termViews } from '../terms/termView.ts';

/** Returns the paths of the event pages of terms; the posts of a tag have another page. */
export const termPaths = async (
  calendar: Calendar,
  taxonomy: Taxonomy,
  terms: readonly Term[],
): Promise<ReadonlyMap<number, string>> => {
  const { defaultLanguage } = calendar.languages;
  const segment = taxonomy.hierarchical ? taxonomy.segment : 'events/tag';
  const shown = await termViews(calendar, taxonomy, terms);
  return new Map(
    shown.map(({ term, above }) => [
      term.id,
      [`${languagePath(term.language, defaultLanguage)}/${segment}`, ...above, term.slug, ''].join('/'),
    ]),
  );
};

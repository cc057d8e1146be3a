import { searchTerms } from '@almanac/content';
import type { Filter } from '@almanac/documents';

/**
 * What a search text asks of records: each term in one of the fields, none of the excluded in any
 * (docs/interface/texts.md §9).
 */
export const searchFilter = (search: string, texts: readonly string[]): Filter[] => {
  const asked = searchTerms(search);
  if (asked === undefined) return [];
  return [
    ...(asked.terms.length === 0 ? [] : [{ texts, words: asked.terms }]),
    ...asked.excluded.map((word) => ({ not: { texts, words: [word] } })),
  ];
};

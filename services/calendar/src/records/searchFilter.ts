import type { Filter } from '@almanac/documents';

/** The words of a search text, each to occur in one of the fields (core-text.md §9). */
export const searchFilter = (search: string, texts: readonly string[]): Filter[] => [
  { texts, words: search.split(/\s+/).filter((word) => word !== '') },
];

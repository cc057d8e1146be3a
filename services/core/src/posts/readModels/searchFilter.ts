import type { Filter } from '@almanac/documents';

/** A search as it was cut into pieces (core-text.md §9). */
export interface PostSearch {
  /** The whole text. */
  readonly phrase: string;
  /** Words and phrases that must occur. */
  readonly terms: readonly string[];
  /** Those that must not. */
  readonly excluded: readonly string[];
  /** How many pieces there were before any was dropped. */
  readonly pieces: number;
  /** Whether a column must be equal to a term. */
  readonly exact: boolean;
  readonly columns: readonly string[];
}

/** Posts that match a search: every term in at least one of the columns, no excluded one in any. */
export const searchFilter = ({ terms, excluded, exact, columns }: PostSearch): Filter => {
  const has = (word: string): Filter => (exact ? { texts: columns, exactly: word } : { texts: columns, words: [word] });
  const wanted: readonly Filter[] = exact
    ? terms.map(has)
    : terms.length === 0
      ? []
      : [{ texts: columns, words: terms }];
  return { all: [...wanted, ...excluded.map((word): Filter => ({ not: has(word) }))] };
};

/** The most terms that are ranked one by one (core-posts.md §3.5.1). */
const RANKED = 7;

/**
 * The ranks of the order by relevance, the best first, each a filter; posts that none fits come last. One term: titles
 * that contain it. Several: the phrase in the title, all terms there, any of them, the phrase in the excerpt, in the
 * content.
 */
export const relevanceRanks = (search: PostSearch): Filter[] => {
  const { terms, excluded, phrase, pieces, exact } = search;
  if (exact || terms.length === 0) return [];
  const inTitle = (words: readonly string[]): Filter => ({ texts: ['title'], words });
  if (pieces === 1 && terms.length === 1) return [inTitle(terms)];
  const withPhrase = excluded.length === 0;
  const withTerms = terms.length < RANKED;
  return [
    ...(withPhrase ? [inTitle([phrase])] : []),
    ...(withTerms ? [inTitle(terms), { any: terms.map((term) => inTitle([term])) }] : []),
    ...(withPhrase
      ? [
          { texts: ['excerpt'], words: [phrase] },
          { texts: ['content'], words: [phrase] },
        ]
      : []),
  ];
};

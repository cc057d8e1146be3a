import type { Filter } from '@almanac/documents';
import type { SearchTerms } from '@almanac/text';

/** The terms of a search and the columns that are searched. */
export interface PostSearch extends SearchTerms {
  /** True if a column must equal a term. */
  readonly exact: boolean;
  readonly columns: readonly string[];
}

/** Filters records that match a search: every term is in at least one column, excluded terms are in none. */
export const searchFilter = ({ terms, excluded, exact, columns }: PostSearch): Filter => {
  const has = (word: string): Filter => (exact ? { texts: columns, exactly: word } : { texts: columns, words: [word] });
  const wanted: readonly Filter[] = exact
    ? terms.map(has)
    : terms.length === 0
      ? []
      : [{ texts: columns, words: terms }];
  return { all: [...wanted, ...excluded.map((word): Filter => ({ not: has(word) }))] };
};

/** Number of terms from which on they are not ranked individually (docs/interface/core-posts.md §3.5.1). */
const MAX_RANKED_TERMS = 7;

/** Field names of a kind of record for the columns of a search. */
export type Columns = Readonly<Record<'title' | 'excerpt' | 'content', string>>;

/**
 * Returns the ranks of the order by relevance as filters, the best first; records that match none come last. One term:
 * titles that contain it. Several terms: the phrase in the title, all terms there, any of them, the phrase in the
 * excerpt, in the content.
 */
export const relevanceRanks = (search: PostSearch, { title, excerpt, content }: Columns): Filter[] => {
  const { terms, phrase, isSeveral, hasMinus, exact } = search;
  if (exact || terms.length === 0) return [];
  const inTitle = (words: readonly string[]): Filter => ({ texts: [title], words });
  if (!isSeveral) return [inTitle(terms)];
  const withPhrase = !hasMinus;
  const withTerms = terms.length < MAX_RANKED_TERMS;
  return [
    ...(withPhrase ? [inTitle([phrase])] : []),
    ...(withTerms ? [inTitle(terms), { any: terms.map((term) => inTitle([term])) }] : []),
    ...(withPhrase
      ? [
          { texts: [excerpt], words: [phrase] },
          { texts: [content], words: [phrase] },
        ]
      : []),
  ];
};

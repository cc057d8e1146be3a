import { protectedSearch, type TextLocks } from '@almanac/content-model';
import type { Filter } from '@almanac/documents';
import type { SearchTerms } from '@almanac/text';

/** The terms of a search and the columns that are searched. */
export interface PostSearch extends SearchTerms {
  /** True if a column must equal a term. */
  readonly exact: boolean;
  readonly columns: readonly string[];
  /** The records whose texts a password hides from the caller. */
  readonly locks?: TextLocks | undefined;
}

/** Filters records that match a search: every term is in at least one column, excluded terms are in none. */
export const searchFilter = ({ terms, excluded, exact, columns, locks }: PostSearch): Filter => {
  const filtersIn = (texts: readonly string[]): Filter[] => {
    const has = (word: string): Filter => (exact ? { texts, exactly: word } : { texts, words: [word] });
    const wanted = exact || terms.length === 0 ? terms.map(has) : [{ texts, words: terms }];
    return [...wanted, ...excluded.map((word): Filter => ({ not: has(word) }))];
  };
  return { all: protectedSearch(filtersIn, columns, locks) };
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
  const { terms, phrase, isSeveral, hasMinus, exact, locks } = search;
  if (exact || terms.length === 0) return [];
  const inTitle = (words: readonly string[]): Filter => ({ texts: [title], words });
  const hasPhrase = (text: string): Filter => {
    const found: Filter = { texts: [text], words: [phrase] };
    return locks === undefined ? found : { all: [found, locks.unlocked] };
  };
  if (!isSeveral) return [inTitle(terms)];
  const withPhrase = !hasMinus;
  const withTerms = terms.length < MAX_RANKED_TERMS;
  return [
    ...(withPhrase ? [inTitle([phrase])] : []),
    ...(withTerms ? [inTitle(terms), { any: terms.map((term) => inTitle([term])) }] : []),
    ...(withPhrase ? [hasPhrase(excerpt), hasPhrase(content)] : []),
  ];
};

import type { Filter } from '@almanac/documents';
import type { SearchTerms } from '@almanac/text';

/** The words of a search and the columns that are searched. */
export interface PostSearch extends SearchTerms {
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

/** The most terms that are ranked one by one (docs/interface/core-posts.md §3.5.1). */
const RANKED = 7;

/** The names that a kind of record has for the columns of a search. */
export type Columns = Readonly<Record<'title' | 'excerpt' | 'content', string>>;

/**
 * The ranks of the order by relevance, the best first, each a filter; posts that none fits come last. One term: titles
 * that contain it. Several: the phrase in the title, all terms there, any of them, the phrase in the excerpt, in the
 * content.
 */
export const relevanceRanks = (search: PostSearch, { title, excerpt, content }: Columns): Filter[] => {
  const { terms, phrase, isSeveral, hasMinus, exact } = search;
  if (exact || terms.length === 0) return [];
  const inTitle = (words: readonly string[]): Filter => ({ texts: [title], words });
  if (!isSeveral) return [inTitle(terms)];
  const withPhrase = !hasMinus;
  const withTerms = terms.length < RANKED;
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

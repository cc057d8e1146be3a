import { foldText } from './foldText.ts';
import { withoutMarkup } from './withoutTags.ts';

const LONGEST_BYTES = 1600;
const MOST_TERMS = 9;

const COMMON = new Set(
  'about an are as at be by com for from how in is it of on or that the this to was what when where who will with www'.split(
    ' ',
  ),
);

/** What a search text asks for (docs/interface/texts.md §9). */
export interface SearchTerms {
  /** Each must occur in one of the columns at least; folded. */
  readonly terms: readonly string[];
  /** None may occur in any column; folded. */
  readonly excluded: readonly string[];
  /** The whole text, cleaned and folded. */
  readonly phrase: string;
  /** Whether it was more than one piece, common words counted. */
  readonly isSeveral: boolean;
  /** Whether a word begins with a minus, quoted or not: then the phrase says nothing of relevance. */
  readonly hasMinus: boolean;
}

/** Without the characters at both ends. */
const stripped = (text: string, characters: string): string => {
  let start = 0;
  let end = text.length;
  while (start < end && characters.includes(text.charAt(start))) start += 1;
  while (end > start && characters.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
};

const PIECE = /"[^"]*(?:"|$)|(?<=^|[ ,+"])[^ ,+"]+/g;

const termOf = (piece: string): string => (/^".+"$/s.test(piece) ? stripped(piece, `"'`) : stripped(piece, `"' `));

const isDropped = (term: string): boolean =>
  term === '' || term === '0' || /^[a-z-]$/i.test(term) || COMMON.has(term.toLowerCase());

/** What a search text asks for; undefined if it is blank or longer than 1,600 bytes, which is no search. */
export const searchTerms = (text: string): SearchTerms | undefined => {
  if (Buffer.byteLength(text) > LONGEST_BYTES) return undefined;
  const clean = withoutMarkup(text)
    .replace(/%[\da-f]{2}/gi, '')
    .replace(/\s+/g, ' ')
    .trim();
  if (clean === '') return undefined;
  const pieces = clean.match(PIECE) ?? [];
  const found = pieces.map(termOf).filter((term) => !isDropped(term));
  const terms = found.length === 0 || found.length > MOST_TERMS ? [clean] : found;
  return {
    terms: terms.filter((term) => !term.startsWith('-')).map(foldText),
    excluded: terms.filter((term) => term.startsWith('-')).map((term) => foldText(term.slice(1))),
    phrase: foldText(clean),
    isSeveral: pieces.length > 1,
    hasMinus: /(?:^|\s)-/.test(clean),
  };
};

/**
 * Whether the raw columns of a record (title, excerpt, content; of media the file's name too) are what a search asks for; with `exact`
 * each term by itself must be a whole column.
 */
export const matchesSearch = (search: SearchTerms, columns: readonly string[], { exact = false } = {}): boolean => {
  const folded = columns.map(foldText);
  const occurs = (term: string): boolean => folded.some((column) => (exact ? column === term : column.includes(term)));
  return search.terms.every(occurs) && !search.excluded.some(occurs);
};

const FEWER_THAN = 7;

/**
 * How well a record fits a search, 1 best to 6; records of one rank go by date (docs/interface/core-posts.md §3.5.1).
 * Not for exact searches, nor for those that only exclude: there it is 6 for all.
 */
export const relevanceRank = (
  { terms, phrase, isSeveral, hasMinus }: SearchTerms,
  record: { readonly title: string; readonly excerpt: string; readonly content: string },
): number => {
  const title = foldText(record.title);
  const isIn = (term: string): boolean => title.includes(term);
  if (terms.length === 0) return 6;
  if (!isSeveral) return terms.every(isIn) ? 1 : 6;
  if (!hasMinus && isIn(phrase)) return 1;
  if (terms.length < FEWER_THAN && terms.every(isIn)) return 2;
  if (terms.length < FEWER_THAN && terms.some(isIn)) return 3;
  if (!hasMinus && foldText(record.excerpt).includes(phrase)) return 4;
  return !hasMinus && foldText(record.content).includes(phrase) ? 5 : 6;
};

import { foldText } from './foldText.ts';
import { withoutMarkup } from './withoutTags.ts';

/** Maximum number of characters of a search text. */
export const MAX_SEARCH_CHARACTERS = 1_600;
const MAX_TERMS = 9;

const COMMON = new Set(
  'about an are as at be by com for from how in is it of on or that the this to was what when where who will with www'.split(
    ' ',
  ),
);

/** The parsed terms of a search text (docs/interface/texts.md §9). */
export interface SearchTerms {
  /** Folded terms that must each occur in at least one column. */
  readonly terms: readonly string[];
  /** Folded terms that must not occur in any column. */
  readonly excluded: readonly string[];
  /** The whole text, cleaned and folded. */
  readonly phrase: string;
  /** True if the text has more than one piece, including common words. */
  readonly isSeveral: boolean;
  /** True if a word begins with a minus, quoted or not: the phrase then does not affect relevance. */
  readonly hasMinus: boolean;
}

/** Removes the given characters at both ends. */
const stripped = (text: string, characters: string): string => {
  let start = 0;
  let end = text.length;
  while (start < end && characters.includes(text.charAt(start))) start += 1;
  while (end > start && characters.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
};

const SEARCH_TERM = /"[^"]*(?:"|$)|(?<=^|[ ,+"])[^ ,+"]+/g;

const termOf = (piece: string): string => (/^".+"$/s.test(piece) ? stripped(piece, `"'`) : stripped(piece, `"' `));

const isDropped = (term: string): boolean =>
  term === '' || term === '0' || /^[a-z-]$/i.test(term) || COMMON.has(term.toLowerCase());

/** Returns the words of a search; the phrase instead if there is no word, or ten or more of them. */
export const wordsOrPhrase = (words: readonly string[], phrase: string): readonly string[] =>
  words.length === 0 || words.length > MAX_TERMS ? [phrase] : words;

/** Parses a search text; undefined if it is blank or longer than `MAX_SEARCH_CHARACTERS`. */
export const searchTerms = (text: string): SearchTerms | undefined => {
  if ([...text].length > MAX_SEARCH_CHARACTERS) return undefined;
  const clean = withoutMarkup(text)
    .replace(/%[\da-f]{2}/gi, '')
    .replace(/\s+/g, ' ')
    .trim();
  if (clean === '') return undefined;
  const pieces = clean.match(SEARCH_TERM) ?? [];
  const found = pieces.map(termOf).filter((term) => !isDropped(term));
  const terms = wordsOrPhrase(found, clean);
  return {
    terms: terms.filter((term) => !term.startsWith('-')).map(foldText),
    excluded: terms.filter((term) => term.startsWith('-')).map((term) => foldText(term.slice(1))),
    phrase: foldText(clean),
    isSeveral: pieces.length > 1,
    hasMinus: /(?:^|\s)-/.test(clean),
  };
};

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

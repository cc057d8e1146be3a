import { normalizedText } from './normalizedText.ts';

const NON_ASCII = /\P{ASCII}/u;

/** Letters that Unicode does not take apart, and signs that are typed one way and shown another. */
const LETTERS: ReadonlyMap<string, string> = new Map([
  ...Object.entries({ æ: 'ae', œ: 'oe', þ: 'th', ð: 'd', đ: 'd', ø: 'o', ł: 'l', ħ: 'h', ŧ: 't', ŋ: 'n' }),
  ...Object.entries({ ß: 'ss', ĸ: 'k', ı: 'i', ə: 'e', ǝ: 'e', ɑ: 'a', ς: 'σ' }),
  ...[...'\u2018\u2019\u201b\u02bc\u02b9\u2032'].map((apostrophe) => [apostrophe, "'"] as const),
  ...[...'\u201c\u201d\u201e\u201f'].map((quote) => [quote, '"'] as const),
  ...[...'\u2010\u2011\u2012\u2013\u2014\u2015\u2212'].map((dash) => [dash, '-'] as const),
]);
const LETTER = new RegExp(`[${[...LETTERS.keys()].join('')}]`, 'g');

/** Ligatures of whole phrases, of which Unicode makes up to 18 letters each. */
const PHRASE = /[\ufdfa\ufdfb]/g;
/** Phrases of a text that are searched; more would make a long text many times as long. */
const MAX_PHRASES = 100;

const withFewPhrases = (text: string): string => {
  let phrases = 0;
  return text.replace(PHRASE, (phrase) => (++phrases > MAX_PHRASES ? ' ' : phrase));
};

/** Accents that stand alone and are typed as apostrophes; Unicode takes them apart into a blank and a mark. */
const LONE_ACCENT = /[\u00b4\u0384\u1fbd\u1fbf\u1ffd\u1ffe]/g;

/** Accents, the blank of one that stands alone included, and what is never seen: soft hyphens, joiners, NUL. */
const UNSEEN = / ?(?=\p{M})\p{Diacritic}|[\p{Default_Ignorable_Code_Point}\0]/gu;

/** White space other than one blank. */
const WHITE_SPACE = /[^\S ]\s*| \s+/g;

/**
 * The number of the rule by which `foldText` folds, raised with every change of what it gives: stores that keep folded
 * texts make them anew.
 */
export const TEXT_FOLD_VERSION = 1;

/**
 * Text as it is compared: in any script without case and accents, compatible forms (`ª`, `ﬁ`) as what they stand for,
 * curly quotes as straight ones, white space as single blanks. What is folded stays as it is, and the parts of a text
 * fold to the parts of its fold (docs/interface/texts.md §9).
 */
export const foldText = (text: string): string => {
  if (!NON_ASCII.test(text)) return text.replaceAll('\0', '').replace(WHITE_SPACE, ' ').toLowerCase();
  const decomposed = normalizedText(withFewPhrases(text).replace(LONE_ACCENT, "'"), 'NFKD')
    .toLowerCase()
    .replace(UNSEEN, '')
    .replace(LETTER, (letter) => LETTERS.get(letter) ?? letter);
  return normalizedText(decomposed).replace(WHITE_SPACE, ' ');
};

import { normalizedText } from './normalizedText.ts';

const NON_ASCII = /\P{ASCII}/u;

/** Letters that Unicode does not decompose, and signs that are typed one way and displayed another. */
const LETTERS: ReadonlyMap<string, string> = new Map([
  ...Object.entries({ æ: 'ae', œ: 'oe', þ: 'th', ð: 'd', đ: 'd', ø: 'o', ł: 'l', ħ: 'h', ŧ: 't', ŋ: 'n' }),
  ...Object.entries({ ß: 'ss', ĸ: 'k', ı: 'i', ə: 'e', ǝ: 'e', ɑ: 'a', ς: 'σ' }),
  ...[...'\u2018\u2019\u201b\u02bc\u02b9\u2032'].map((apostrophe) => [apostrophe, "'"] as const),
  ...[...'\u201c\u201d\u201e\u201f'].map((quote) => [quote, '"'] as const),
  ...[...'\u2010\u2011\u2012\u2013\u2014\u2015\u2212'].map((dash) => [dash, '-'] as const),
]);
const LETTER = new RegExp(`[${[...LETTERS.keys()].join('')}]`, 'g');

/** Ligatures of whole phrases, which Unicode decomposes into up to 18 letters each. */
const PHRASE = /[\ufdfa\ufdfb]/g;
/** Maximum number of phrases that are folded; more would multiply the length of a long text. */
const MAX_PHRASES = 100;

const withFewPhrases = (text: string): string => {
  let phrases = 0;
  return text.replace(PHRASE, (phrase) => (++phrases > MAX_PHRASES ? ' ' : phrase));
};

/** Spacing accents that people type as apostrophes; Unicode decomposes them into a blank and a mark. */
const LONE_ACCENT = /[\u00b4\u0384\u1fbd\u1fbf\u1ffd\u1ffe]/g;

/** Matches accents, with the blank of a spacing one, and invisible characters: soft hyphens, joiners, NUL. */
const INVISIBLE_CHARACTERS = / ?(?=\p{M})\p{Diacritic}|[\p{Default_Ignorable_Code_Point}\0]/gu;

/** White space other than one blank. */
const WHITE_SPACE = /[^\S ]\s*| \s+/g;

/**
 * Version of the rules of `foldText`, increased with every change of its results: stores with folded texts then rebuild
 * them.
 */
export const TEXT_FOLD_VERSION = 1;

/**
 * Folds text for comparisons in any script (docs/interface/texts.md §9).
 * It removes case and accents, replaces compatibility forms (`ª`, `ﬁ`) and curly quotes, and turns white space into
 * single blanks. Folded text stays unchanged, and the parts of a text fold to the parts of its fold.
 */
export const foldText = (text: string): string => {
  if (!NON_ASCII.test(text)) return text.replaceAll('\0', '').replace(WHITE_SPACE, ' ').toLowerCase();
  const decomposed = normalizedText(withFewPhrases(text).replace(LONE_ACCENT, "'"), 'NFKD')
    .toLowerCase()
    .replace(INVISIBLE_CHARACTERS, '')
    .replace(LETTER, (letter) => LETTERS.get(letter) ?? letter);
  return normalizedText(decomposed).replace(WHITE_SPACE, ' ');
};

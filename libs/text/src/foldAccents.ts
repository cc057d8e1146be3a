import { normalizedText } from './normalizedText.ts';

/** Letters without a decomposition; capitals map to capitals. */
const LETTERS: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    Æ: 'AE',
    æ: 'ae',
    Œ: 'OE',
    œ: 'oe',
    Ĳ: 'IJ',
    ĳ: 'ij',
    Þ: 'TH',
    þ: 'th',
    Ð: 'D',
    ð: 'd',
    Đ: 'D',
    đ: 'd',
    Ø: 'O',
    ø: 'o',
    Ł: 'L',
    ł: 'l',
    Ŀ: 'L',
    ŀ: 'l',
    Ħ: 'H',
    ħ: 'h',
    Ŧ: 'T',
    ŧ: 't',
    Ŋ: 'N',
    ŋ: 'n',
    ŉ: 'n',
    ß: 's',
    ſ: 's',
    ĸ: 'k',
    ı: 'i',
    Ə: 'E',
    ǝ: 'e',
    ɑ: 'a',
    ª: 'a',
    º: 'o',
    '€': 'E',
    '£': '',
  }),
);

const FOLDED =
  /[\u00aa\u00ba\u00a3\u20ac\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u017f\u018f\u01a0\u01a1\u01af\u01b0\u01cd-\u01dd\u0218-\u021b\u0251\u1ea0-\u1ef9]/g;

const baseOf = (letter: string): string => LETTERS.get(letter) ?? letter.normalize('NFD').replace(/\p{Mn}/gu, '');

const NON_ASCII = /\P{ASCII}/u;

/**
 * Removes accents from Latin letters, as slugs need it: `Façade` -> `Facade`, `Ærø` -> `AEro` (docs/interface/texts.md
 * §8, step 1).
 */
export const foldAccents = (text: string): string =>
  NON_ASCII.test(text) ? normalizedText(text).replace(FOLDED, baseOf) : text;

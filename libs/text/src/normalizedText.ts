/** Matches more marks on a letter than any language has (Unicode Standard Annex 15, Stream-Safe Text Format). */
const MANY_MARKS = /(\p{M}{30})\p{M}+/gu;

/** Matches a character that a normalization may change. */
const NOT_ASCII = /[^\0-\x7f]/;

/** Normalizes text, without the marks beyond the 30th on a letter: sorting them takes quadratic time. */
export const normalizedText = (text: string, form: 'NFC' | 'NFKD' = 'NFC'): string =>
  NOT_ASCII.test(text) ? text.replace(MANY_MARKS, '$1').normalize(form) : text;

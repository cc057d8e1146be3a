/** No language has as many marks on a letter (Unicode Standard Annex 15, Stream-Safe Text Format). */
const MANY_MARKS = /(\p{M}{30})\p{M}+/gu;

/** Text in a normal form of Unicode, without the marks beyond the 30th on a letter: sorting them takes the square of their number. */
export const normalizedText = (text: string, form: 'NFC' | 'NFKD' = 'NFC'): string =>
  text.replace(MANY_MARKS, '$1').normalize(form);

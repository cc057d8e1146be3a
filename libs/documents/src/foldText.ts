const INLINE_TAGS = 'a|abbr|b|bdi|bdo|cite|code|del|dfn|em|i|ins|kbd|mark|q|s|small|span|strong|sub|sup|u|var|wbr';
const INLINE_TAG = new RegExp(`</?(?:${INLINE_TAGS})(?:\\s[^<>]*)?/?>`, 'gi');
const COMMENT = /<!--.*?-->/gs;
const TAG = /<\/?[a-z][^<>]*>/gi;
const LETTERS = new Map(Object.entries({ æ: 'ae', œ: 'oe', ø: 'o', ß: 'ss', ł: 'l', đ: 'd', ı: 'i' }));
const SPECIAL_LETTER = new RegExp(`[${[...LETTERS.keys()].join('')}]`, 'g');
const PLAIN = /^[\x20-\x7e]*$/;

/** The form in which words are compared: lower case, without accents, white space as single blanks. */
export const foldWord = (word: string): string => {
  const lower = word.toLowerCase().replace(/\s+/g, ' ').trim();
  if (PLAIN.test(lower)) return lower;
  return lower
    .normalize('NFD')
    .replace(/\p{M}|\0/gu, '')
    .replace(SPECIAL_LETTER, (letter) => LETTERS.get(letter) ?? letter);
};

/** The searchable form of a text: as `foldWord`, and without markup. A tag within a word does not part it. */
export const foldText = (text: string): string => {
  if (!text.includes('<')) return foldWord(text);
  return foldWord(text.replace(COMMENT, ' ').replace(INLINE_TAG, '').replace(TAG, ' '));
};

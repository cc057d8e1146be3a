import { foldText } from '@almanac/text';

const INLINE_TAGS = 'a|abbr|b|bdi|bdo|cite|code|del|dfn|em|i|ins|kbd|mark|q|s|small|span|strong|sub|sup|u|var|wbr';
const INLINE_TAG = new RegExp(`</?(?:${INLINE_TAGS})(?:\\s[^<>]*)?/?>`, 'gi');
const COMMENT_END = '-->';
const COMMENT = /<!--.*?-->/gs;
const TAG = /<\/?[a-z][^<>]*>/gi;

/** Returns a searched word in the form of stored texts; keeps its markup. */
export const searchableWord = (word: string): string => foldText(word).trim();

/** Number of letters of the shortest word that trigrams can find. */
export const MIN_INDEXED_LETTERS = 3;

/** Maximum number of documents, those with the highest ids, in whose texts a word without trigrams is looked for. */
export const MAX_SHORT_WORD_DOCUMENTS = 1_500;

export const lettersOf = (word: string): number => [...word].length;

/** True if one of the words has no trigram, so that no index finds it. */
export const haveShortWord = (words: readonly string[]): boolean =>
  words.some((word) => lettersOf(word) < MIN_INDEXED_LETTERS);

/** Removes comments. Text behind the last end of a comment is not scanned, so unclosed comments stay cheap. */
const withoutComments = (text: string): string => {
  const end = text.lastIndexOf(COMMENT_END) + COMMENT_END.length;
  return text.slice(0, end).replace(COMMENT, ' ') + text.slice(end);
};

/** Returns a text in its stored, searchable form: folded, without markup. A tag within a word does not split it. */
export const searchableText = (text: string): string => {
  if (!text.includes('<')) return searchableWord(text);
  return searchableWord(withoutComments(text).replace(INLINE_TAG, '').replace(TAG, ' '));
};

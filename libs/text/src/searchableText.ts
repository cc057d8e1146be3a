import { foldText } from './foldText.ts';

const INLINE_TAGS = 'a|abbr|b|bdi|bdo|cite|code|del|dfn|em|i|ins|kbd|mark|q|s|small|span|strong|sub|sup|u|var|wbr';
const INLINE_TAG = new RegExp(`</?(?:${INLINE_TAGS})(?:\\s[^<>]*)?/?>`, 'gi');
const COMMENT_END = '-->';
const COMMENT = /<!--.*?-->/gs;
const TAG = /<\/?[a-z][^<>]*>/gi;

/** Returns a searched word in the form of stored texts; keeps its markup. */
export const searchableWord = (word: string): string => foldText(word).trim();

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

import { foldText } from '@almanac/text';

const INLINE_TAGS = 'a|abbr|b|bdi|bdo|cite|code|del|dfn|em|i|ins|kbd|mark|q|s|small|span|strong|sub|sup|u|var|wbr';
const INLINE_TAG = new RegExp(`</?(?:${INLINE_TAGS})(?:\\s[^<>]*)?/?>`, 'gi');
const COMMENT_END = '-->';
const COMMENT = /<!--.*?-->/gs;
const TAG = /<\/?[a-z][^<>]*>/gi;

/** A searched word in the form in which stored texts are compared with it; its markup is left alone. */
export const searchableWord = (word: string): string => foldText(word).trim();

/** Removes comments. Behind the last end of one, each start would have the rest searched for its end. */
const withoutComments = (text: string): string => {
  const end = text.lastIndexOf(COMMENT_END) + COMMENT_END.length;
  return text.slice(0, end).replace(COMMENT, ' ') + text.slice(end);
};

/** The form in which a text is stored to be searched: folded, without markup. A tag within a word does not part it. */
export const searchableText = (text: string): string => {
  if (!text.includes('<')) return searchableWord(text);
  return searchableWord(withoutComments(text).replace(INLINE_TAG, '').replace(TAG, ' '));
};

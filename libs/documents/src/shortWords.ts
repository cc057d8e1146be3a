/** Number of letters of the shortest word that trigrams can find. */
export const MIN_INDEXED_LETTERS = 3;

/** Maximum number of documents, those with the highest ids, in whose texts a word without trigrams is looked for. */
export const MAX_SHORT_WORD_DOCUMENTS = 1_500;

export const lettersOf = (word: string): number => [...word].length;

/** True if one of the words has no trigram, so that no index finds it. */
export const haveShortWord = (words: readonly string[]): boolean =>
  words.some((word) => lettersOf(word) < MIN_INDEXED_LETTERS);

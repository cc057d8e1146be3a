import { MIN_INDEXED_LETTERS } from '../shortWords.ts';

/** Letters of all texts of a document up to which its trigrams are stored. */
const MAX_INDEXED_LETTERS = 131_072;
/** Distinct trigrams of a document that are stored; a text in European languages has fewer. */
const MAX_TRIGRAMS = 8_192;
/** Stored in place of the trigrams of texts that have too many: such a document is a candidate for every word. */
const ANY_WORD = '';

const trigramsIn = function* (text: string): Generator<string> {
  let [first, second] = ['', ''];
  for (const third of text) {
    if (first !== '') yield first + second + third;
    [first, second] = [second, third];
  }
};

/** Returns the distinct trigrams of the folded texts of a document. */
export const storedTrigrams = (texts: readonly string[]): string[] => {
  if (texts.reduce((sum, { length }) => sum + length, 0) > MAX_INDEXED_LETTERS) return [ANY_WORD];
  const found = new Set<string>();
  for (const text of texts) {
    for (const trigram of trigramsIn(text)) found.add(trigram);
    if (found.size > MAX_TRIGRAMS) return [ANY_WORD];
  }
  return [...found];
};

/**
 * Returns values of which a document that contains a folded word has one: the trigram in the middle of the word, which
 * is rarer than those at its ends, the mark of documents with too many trigrams, and null for documents of releases
 * without trigrams. Returns undefined for a word without trigrams.
 */
export const trigramProbe = (word: string): readonly (string | null)[] | undefined => {
  const letters = [...word];
  if (letters.length < MIN_INDEXED_LETTERS) return undefined;
  const middle = Math.floor((letters.length - MIN_INDEXED_LETTERS) / 2);
  return [letters.slice(middle, middle + MIN_INDEXED_LETTERS).join(''), ANY_WORD, null];
};

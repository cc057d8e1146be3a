import { LRUCache } from 'lru-cache';

/** Characters, of texts and what was made of them. */
const MOST = 2_000_000;
/** Largest share of it for one text; a text that takes more is made each time. */
const MAX_SHARE = 1 / 2;

/**
 * Remembers what a function makes of texts: most of what lists show was shown before. It must depend on the text alone.
 * @param most characters to keep; beyond them what was not asked for longest is forgotten
 */
export const rememberText = (make: (text: string) => string, most = MOST): ((text: string) => string) => {
  const remembered = new LRUCache<string, string>({
    maxSize: most,
    maxEntrySize: most * MAX_SHARE,
    sizeCalculation: (made, text) => Math.max(1, text.length + made.length),
  });
  return (text) => {
    const known = remembered.get(text);
    if (known !== undefined) return known;
    const made = make(text);
    remembered.set(text, made);
    return made;
  };
};

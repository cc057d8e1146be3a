import { LRUCache } from 'lru-cache';

/** Default size of a cache in characters, of texts and their results. */
const DEFAULT_CACHE_CHARACTERS = 2_000_000;
/** Maximum share of the cache for one text; larger ones are computed each time. */
const MAX_SHARE = 1 / 2;

/**
 * Caches a function's results by text: lists mostly show texts that were shown before. The result must depend only on
 * the text.
 * @param most maximum number of cached characters; beyond it the least recently used ones are evicted
 */
export const rememberText = (
  make: (text: string) => string,
  most = DEFAULT_CACHE_CHARACTERS,
): ((text: string) => string) => {
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

import { closest, distance } from 'fastest-levenshtein';

/** Returns the known name that a mistyped one resembles most; undefined if more than a third of its letters differ. */
export const nearestName = (name: string, known: readonly string[]): string | undefined => {
  if (known.length === 0) return undefined;
  const nearest = closest(name, known);
  return distance(name, nearest) <= Math.ceil(name.length / 3) ? nearest : undefined;
};

/** Returns ` Did you mean verify?` for a mistyped name, to end a message with; empty if no known name resembles it. */
export const suggestion = (name: string, known: readonly string[]): string => {
  const nearest = nearestName(name, known);
  return nearest === undefined ? '' : ` Did you mean ${nearest}?`;
};

import { isDeepStrictEqual } from 'node:util';

const idsOf = (records: readonly unknown[]): unknown[] =>
  records.map((each) => (typeof each === 'object' && each !== null && 'id' in each ? each.id : each));

/** Returns the records that a client sends: a list of ids, of ids and new values, or one of these. */
const listOf = (sent: unknown): readonly unknown[] => {
  if (Array.isArray(sent)) return sent;
  return sent === null ? [] : [sent];
};

/**
 * Returns the arguments that name exactly the records in the view. Links that the caller does not see, to private or
 * trashed records, then stay.
 * @param shown the records in the view or their ids, by argument
 */
export const unchangedLinks = (args: object, shown: Readonly<Record<string, readonly unknown[]>>): string[] => {
  const values = new Map<string, unknown>(Object.entries(args));
  return Object.entries(shown).flatMap(([name, records]) => {
    const sent = values.get(name);
    if (sent === undefined) return [];
    return isDeepStrictEqual(new Set(idsOf(listOf(sent))), new Set(idsOf(records))) ? [name] : [];
  });
};

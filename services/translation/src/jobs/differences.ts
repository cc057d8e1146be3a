/** Tags of HTML and shortcodes, and placeholders: `<em>`, `[gallery]`, `%s`, `%1$s`, `{name}`. */
const UNTRANSLATED_PARTS =
  /<\/?[a-zA-Z][^<>]{0,2000}>|\[\/?[a-z][^[\]]{0,500}\]|%(?:\d{1,2}\$)?[sdf]|\{[A-Za-z_][\w.]{0,60}\}/g;

/** The differences of a unit's tags and placeholders from its source. */
export interface UnitDifference {
  readonly unit: string;
  readonly missing: readonly string[];
  readonly added: readonly string[];
}

const without = (from: readonly string[], taken: readonly string[]): string[] => {
  const left = new Map<string, number>();
  for (const each of taken) left.set(each, (left.get(each) ?? 0) + 1);
  return from.filter((each) => {
    const count = left.get(each) ?? 0;
    left.set(each, count - 1);
    return count <= 0;
  });
};

/**
 * Returns the tags and placeholders of a target that differ from its source, in any order; undefined if they are the
 * same.
 */
export const differenceOf = (unit: string, source: string, target: string): UnitDifference | undefined => {
  const [has, got] = [source.match(UNTRANSLATED_PARTS) ?? [], target.match(UNTRANSLATED_PARTS) ?? []];
  const [missing, added] = [without(has, got), without(got, has)];
  return missing.length === 0 && added.length === 0 ? undefined : { unit, missing, added };
};

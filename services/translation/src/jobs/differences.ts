/** Tags of HTML and shortcodes, and placeholders: `<em>`, `[gallery]`, `%s`, `%1$s`, `{name}`. */
const KEPT = /<\/?[a-zA-Z][^<>]{0,2000}>|\[\/?[a-z][^[\]]{0,500}\]|%(?:\d{1,2}\$)?[sdf]|\{[A-Za-z_][\w.]{0,60}\}/g;

/** What of a unit is not as in its source. */
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

/** How a target's tags and placeholders differ from its source's, in any order; undefined where they do not. */
export const differenceOf = (unit: string, source: string, target: string): UnitDifference | undefined => {
  const [has, got] = [source.match(KEPT) ?? [], target.match(KEPT) ?? []];
  const [missing, added] = [without(has, got), without(got, has)];
  return missing.length === 0 && added.length === 0 ? undefined : { unit, missing, added };
};

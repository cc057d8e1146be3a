/** Maximum nesting of data; MongoDB allows 100 levels, of which a commit and an update take some. */
const MAX_NESTING_DEPTH = 90;

/**
 * Describes the first place in JSON data that MongoDB would refuse or change. These are names with NUL, names by which
 * the driver recognises its own types, and too deep nesting. SQLite refuses the same, so that a site can move from one
 * to the other.
 */
export const unstorableIn = (value: unknown, level = 1): string | undefined => {
  const isList = Array.isArray(value);
  if (!isList && !isMembers(value)) return undefined;
  if (level > MAX_NESTING_DEPTH) return ` nests deeper than ${MAX_NESTING_DEPTH} levels`;
  return isList ? inList(value, level) : inMembers(value, level);
};

const isMembers = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

const inList = (list: readonly unknown[], level: number): string | undefined => {
  for (const [index, entry] of list.entries()) {
    const found = unstorableIn(entry, level + 1);
    if (found !== undefined) return `[${index}]${found}`;
  }
  return undefined;
};

const inMembers = (members: Readonly<Record<string, unknown>>, level: number): string | undefined => {
  if (Object.hasOwn(members, '$ref') && Object.hasOwn(members, '$id')) return ' has the members $ref and $id';
  for (const name of Object.keys(members)) {
    if (name === '_bsontype') return ' has a member _bsontype';
    if (name.includes('\0')) return ' has a name with the character NUL';
    const found = unstorableIn(members[name], level + 1);
    if (found !== undefined) return `.${name}${found}`;
  }
  return undefined;
};

/**
 * A constant table whose names may be any text: `const FIELDS: Readonly<Record<string, string>> = {`. Objects that begin
 * empty, or as a copy, are made there and are no tables.
 */
const TABLE = /^\s*(?:export )?const (\w+): (?:Readonly<)?Record<string, [^=]*?>+ = \{(?!\s*(?:\}|\.\.\.|\[))/gm;

/**
 * A name that was none of the table's to the compiler, until it was told otherwise: `columns[name as keyof typeof columns]`.
 */
const CAST = /(?<![\w.])(\w+)(?:\?\.)?\[[^\]\n]* as keyof typeof \1\b/g;

const isAskedFirst = (source, name) => new RegExp(`Object\\.hasOwn\\(\\s*${name}\\s*,`).test(source);

/** Counted from 1. */
const lineOf = (text, index) => text.slice(0, index).split('\n').length;

/**
 * Look-ups in constant tables by names that the code does not write itself: `FIELDS[orderby]` finds `__proto__` and
 * `constructor` too. Such a table is a `Map`, or is asked by `Object.hasOwn` first.
 * @param {string} source of a TypeScript module
 * @returns {{ line: number, name: string }[]}
 */
export const unsafeLookups = (source) => [...anyNames(source), ...castNames(source)];

const castNames = (source) =>
  [...source.matchAll(CAST)]
    .filter(([, name]) => !isAskedFirst(source, name))
    .map(({ index, 1: name }) => ({ line: lineOf(source, index), name }));

const anyNames = (source) =>
  [...source.matchAll(TABLE)].flatMap(([, name]) => {
    if (isAskedFirst(source, name)) return [];
    const lookups = source.matchAll(
      new RegExp(`(?<![\\w.])${name}(?:\\?\\.)?\\[(?!['"\`\\d])|(?<![\\w.'-])\\w+ in ${name}\\b`, 'g'),
    );
    return [...lookups].map(({ index }) => ({ line: lineOf(source, index), name }));
  });

import type { SQLInputValue } from 'node:sqlite';

/** A piece of a statement with the values bound in it, in order. */
export interface Sql {
  readonly text: string;
  readonly values: readonly SQLInputValue[];
}

/**
 * Builds a piece from a template: texts are inserted as they are, pieces add their bound values. Never insert a
 * client's text.
 */
export const sql = (texts: TemplateStringsArray, ...holes: readonly (Sql | string)[]): Sql => {
  let text = texts[0] ?? '';
  const values: SQLInputValue[] = [];
  for (const [place, hole] of holes.entries()) {
    if (typeof hole === 'string') text += hole;
    else {
      text += hole.text;
      values.push(...hole.values);
    }
    text += texts[place + 1];
  }
  return { text, values };
};

/** Returns a bound value. */
export const bound = (value: SQLInputValue): Sql => ({ text: '?', values: [value] });

export const joined = (pieces: readonly Sql[], separator: string): Sql => ({
  text: pieces.map(({ text }) => text).join(separator),
  values: pieces.flatMap(({ values }) => values),
});

export const EMPTY_SQL: Sql = { text: '', values: [] };
export const TRUE: Sql = { text: '1', values: [] };
export const FALSE: Sql = { text: '0', values: [] };

/**
 * Length of a row of conditions: SQLite limits the depth of expressions to 1,000, and a row is as deep as it is long.
 */
const ROW = 64;

/** Joins conditions in a row; splits longer ones into halves in brackets, so that any number fits. */
const row = (conditions: readonly Sql[], operator: ' AND ' | ' OR '): Sql => {
  if (conditions.length <= ROW) return joined(conditions, operator);
  const middle = Math.ceil(conditions.length / 2);
  const halves = [conditions.slice(0, middle), conditions.slice(middle)];
  return joined(
    halves.map((half) => sql`(${row(half, operator)})`),
    operator,
  );
};

/** Returns the conjunction of the conditions, in brackets. */
export const allOf = (conditions: readonly Sql[]): Sql => {
  const [only] = conditions;
  if (only === undefined) return TRUE;
  return conditions.length === 1 ? only : sql`(${row(conditions, ' AND ')})`;
};

export const anyOf = (conditions: readonly Sql[]): Sql =>
  conditions.length === 0 ? FALSE : sql`(${row(conditions, ' OR ')})`;

import type { SQLInputValue } from 'node:sqlite';

/** A piece of a statement with the values bound in it, in order. */
export interface Sql {
  readonly text: string;
  readonly values: readonly SQLInputValue[];
}

/**
 * A piece from a template: texts are taken as they are, pieces bring their bound values. Never put a client's text in.
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

/** A value, bound. */
export const bound = (value: SQLInputValue): Sql => ({ text: '?', values: [value] });

export const joined = (pieces: readonly Sql[], separator: string): Sql => ({
  text: pieces.map(({ text }) => text).join(separator),
  values: pieces.flatMap(({ values }) => values),
});

export const NOTHING: Sql = { text: '', values: [] };
export const TRUE: Sql = { text: '1', values: [] };
export const FALSE: Sql = { text: '0', values: [] };

/** All of the conditions, in brackets. */
export const allOf = (conditions: readonly Sql[]): Sql => {
  const [only] = conditions;
  if (only === undefined) return TRUE;
  return conditions.length === 1 ? only : sql`(${joined(conditions, ' AND ')})`;
};

export const anyOf = (conditions: readonly Sql[]): Sql =>
  conditions.length === 0 ? FALSE : sql`(${joined(conditions, ' OR ')})`;

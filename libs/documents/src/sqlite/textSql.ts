import { foldText, foldWord } from '../foldText.ts';
import type { Of, Scope } from './scope.ts';
import { textColumnOf } from './shape.ts';

/** The shortest word that trigrams can find; shorter ones are looked for in the folded texts themselves. */
const TRIGRAM = 3;

/** Each word within at least one column, or all within one and the same; or a column that is exactly the text. */
export const textCondition = (filter: Of<'texts'>, scope: Scope): string => {
  const { table } = scope;
  const columns = filter.texts.map((field) => textColumnOf(table.shape, table.collection, field));
  if (columns.length === 0) return '0';
  if ('exactly' in filter) return exactCondition(columns, foldText(filter.exactly), scope);
  const words = [...new Set(filter.words.map(foldWord))].filter((word) => word !== '');
  if (words.length === 0) return '1';
  const long = words.filter((word) => [...word].length >= TRIGRAM);
  if (filter.sameField === true) return sameFieldCondition(columns, words, long, scope);
  const short = words.filter((word) => !long.includes(word));
  const conditions = long.length === 0 ? [] : [matchCondition(`{${columns.join(' ')}} : (${all(long)})`, scope)];
  for (const word of short)
    conditions.push(
      textsCondition(
        columns.map((column) => within(column, word, scope)),
        scope,
      ),
    );
  return `(${conditions.join(' AND ')})`;
};

const all = (words: readonly string[]): string => words.map(phrase).join(' AND ');

const phrase = (word: string): string => `"${word.replaceAll('"', '""')}"`;

const matchCondition = (match: string, { table, alias, values }: Scope): string => {
  values.push(match);
  return `${alias}.doc IN (SELECT rowid FROM ${table.names.search} WHERE ${table.names.search} MATCH ?)`;
};

const textsCondition = (conditions: readonly string[], { table, alias }: Scope): string =>
  `EXISTS (SELECT 1 FROM ${table.names.texts} t WHERE t.doc = ${alias}.doc AND (${conditions.join(' OR ')}))`;

const within = (column: string, word: string, { values }: Scope): string => {
  values.push(word);
  return `instr(t.${column}, ?) > 0`;
};

const sameFieldCondition = (
  columns: readonly string[],
  words: readonly string[],
  long: readonly string[],
  scope: Scope,
): string => {
  const match = columns.map((column) => `({${column}} : (${all(long)}))`).join(' OR ');
  if (long.length === words.length) return matchCondition(match, scope);
  const candidates = long.length === 0 ? '' : `${matchCondition(match, scope)} AND `;
  const checks = columns.map((column) => `(${words.map((word) => within(column, word, scope)).join(' AND ')})`);
  return `(${candidates}${textsCondition(checks, scope)})`;
};

const exactCondition = (columns: readonly string[], text: string, scope: Scope): string => {
  const candidates =
    [...text].length < TRIGRAM ? '' : `${matchCondition(`{${columns.join(' ')}} : ${phrase(text)}`, scope)} AND `;
  const checks = columns.map((column) => {
    scope.values.push(text);
    return `t.${column} = ?`;
  });
  return `(${candidates}${textsCondition(checks, scope)})`;
};

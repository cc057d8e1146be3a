import { searchableText, searchableWord } from '../searchableText.ts';
import { docOf, isLessThanWalking, MANY, type Of, type Scope } from './scope.ts';
import { textColumnOf } from './shape.ts';
import { allOf, anyOf, bound, FALSE, type Sql, sql, TRUE } from './sql.ts';

/** The shortest word that trigrams can find; shorter ones are looked for in the folded texts themselves. */
const TRIGRAM = 3;
/** The most trigrams of a long phrase that are used to find the candidates. */
const MOST_TRIGRAMS = 32;

/** Where all documents would be looked at, candidates count as few if they are at most one in this many. */
const FEW = 10;

interface Search {
  readonly columns: readonly string[];
  readonly words: readonly string[];
}

/** Which documents may match, by their trigrams: those of `probe`, and those not yet indexed. */
export interface Candidates {
  readonly source: Sql;
  readonly probe: Sql;
}

/**
 * Each word is part of at least one column, or all of one and the same; or a column is exactly the text. The folded
 * texts themselves are looked at; where the trigrams leave few candidates, theirs alone.
 */
export const textCondition = (filter: Of<'texts'>, scope: Scope): Sql => {
  const check = checkOf(filter, scope);
  const candidates = textCandidates(filter, scope);
  if (candidates === undefined || !isFew(scope.estimate(candidates.probe), scope)) return check;
  return sql`(${docOf(scope)} IN (${candidates.source}) AND ${check})`;
};

const isFew = (rows: number, scope: Scope): boolean =>
  scope.wanted === undefined
    ? rows < MANY && rows * FEW <= scope.table.size()
    : isLessThanWalking(rows, scope.wanted, scope);

/** The documents that may match; undefined where no word is long enough for the trigrams. */
export const textCandidates = (filter: Of<'texts'>, scope: Scope): Candidates | undefined => {
  const { columns, words } = searchOf(filter, scope);
  const trigrams = new Set(words.flatMap(trigramsOf));
  if (columns.length === 0 || trigrams.size === 0) return undefined;
  const { search, pending } = scope.table.names;
  const match = `{${columns.join(' ')}} : (${[...trigrams].slice(0, MOST_TRIGRAMS).map(quoted).join(' AND ')})`;
  const probe = sql`SELECT rowid AS doc FROM ${search} WHERE ${search} MATCH ${bound(match)}`;
  return { probe, source: sql`${probe} UNION SELECT doc FROM ${pending}` };
};

/** The condition on the folded texts. */
export const checkOf = (filter: Of<'texts'>, scope: Scope): Sql => {
  const { columns, words } = searchOf(filter, scope);
  if (columns.length === 0) return FALSE;
  if (words.length === 0) return TRUE;
  const condition = conditionOver(filter, columns, words);
  return sql`EXISTS (SELECT 1 FROM ${scope.table.names.texts} t WHERE t.doc = ${docOf(scope)} AND ${condition})`;
};

const conditionOver = (filter: Of<'texts'>, columns: readonly string[], words: readonly string[]): Sql => {
  const within = (column: string, word: string) => sql`instr(t.${column}, ${bound(word)}) > 0`;
  if ('exactly' in filter) return anyOf(columns.map((column) => sql`t.${column} = ${bound(words[0] ?? '')}`));
  if (filter.sameField === true)
    return anyOf(columns.map((column) => allOf(words.map((word) => within(column, word)))));
  return allOf(words.map((word) => anyOf(columns.map((column) => within(column, word)))));
};

const searchOf = (filter: Of<'texts'>, { table }: Scope): Search => {
  const columns = filter.texts.map((field) => textColumnOf(table.shape, table.collection, field));
  if ('exactly' in filter) return { columns, words: [searchableText(filter.exactly)] };
  return { columns, words: [...new Set(filter.words.map(searchableWord))].filter((word) => word !== '') };
};

const trigramsOf = (word: string): string[] => {
  const letters = [...word];
  return letters.slice(TRIGRAM - 1).map((_, place) => letters.slice(place, place + TRIGRAM).join(''));
};

const quoted = (word: string): string => `"${word.replaceAll('"', '""')}"`;

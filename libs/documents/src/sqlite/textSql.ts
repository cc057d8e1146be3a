import { searchableText, searchableWord } from '../searchableText.ts';
import { docOf, type FilterWith, isCheaperThanScan, MANY, type Scope } from './scope.ts';
import { textColumnOf } from './shape.ts';
import { allOf, anyOf, bound, FALSE, type Sql, sql, TRUE } from './sql.ts';

/** Length of the shortest word that trigrams can find; for shorter words the folded texts are scanned. */
const TRIGRAM = 3;
/** Maximum number of a long phrase's trigrams that are used to find candidates. */
const MAX_TRIGRAMS = 32;

/** Without a limit of wanted documents, candidates are few if they are at most one in this many. */
const FEW = 10;

interface Search {
  readonly columns: readonly string[];
  readonly words: readonly string[];
}

/** Documents that may match: those that `probe` finds by trigrams, and those not yet indexed. */
export interface Candidates {
  readonly source: Sql;
  readonly probe: Sql;
}

/**
 * Returns the condition that each word is part of at least one column, or all of the same one, or that a column equals
 * the text. It checks the folded texts; if the trigrams leave few candidates, only theirs.
 */
export const textCondition = (filter: FilterWith<'texts'>, scope: Scope): Sql => {
  const check = checkOf(filter, scope);
  const candidates = textCandidates(filter, scope);
  if (candidates === undefined || !isFew(scope.estimate(candidates.probe), scope)) return check;
  return sql`(${docOf(scope)} IN (${candidates.source}) AND ${check})`;
};

const isFew = (rows: number, scope: Scope): boolean =>
  scope.wanted === undefined
    ? rows < MANY && rows * FEW <= scope.table.size()
    : isCheaperThanScan(rows, scope.wanted, scope);

/** Returns the documents that may match; undefined if no word is long enough for trigrams. */
export const textCandidates = (filter: FilterWith<'texts'>, scope: Scope): Candidates | undefined => {
  const { columns, words } = searchOf(filter, scope);
  const trigrams = new Set(words.flatMap(trigramsOf));
  if (columns.length === 0 || trigrams.size === 0) return undefined;
  const { search, pending } = scope.table.names;
  const match = `{${columns.join(' ')}} : (${[...trigrams].slice(0, MAX_TRIGRAMS).map(quoted).join(' AND ')})`;
  const probe = sql`SELECT rowid AS doc FROM ${search} WHERE ${search} MATCH ${bound(match)}`;
  return { probe, source: sql`${probe} UNION SELECT doc FROM ${pending}` };
};

/** Returns the condition on the folded texts. */
export const checkOf = (filter: FilterWith<'texts'>, scope: Scope): Sql => {
  const { columns, words } = searchOf(filter, scope);
  if (columns.length === 0) return FALSE;
  if (words.length === 0) return TRUE;
  const condition = conditionOver(filter, columns, words);
  return sql`EXISTS (SELECT 1 FROM ${scope.table.names.texts} t WHERE t.doc = ${docOf(scope)} AND ${condition})`;
};

const conditionOver = (filter: FilterWith<'texts'>, columns: readonly string[], words: readonly string[]): Sql => {
  const within = (column: string, word: string) => sql`instr(t.${column}, ${bound(word)}) > 0`;
  if ('exactly' in filter) return anyOf(columns.map((column) => sql`t.${column} = ${bound(words[0] ?? '')}`));
  if (filter.sameField === true)
    return anyOf(columns.map((column) => allOf(words.map((word) => within(column, word)))));
  return allOf(words.map((word) => anyOf(columns.map((column) => within(column, word)))));
};

const searchOf = (filter: FilterWith<'texts'>, { table }: Scope): Search => {
  const columns = filter.texts.map((field) => textColumnOf(table.shape, table.collection, field));
  if ('exactly' in filter) return { columns, words: [searchableText(filter.exactly)] };
  return { columns, words: [...new Set(filter.words.map(searchableWord))].filter((word) => word !== '') };
};

const trigramsOf = (word: string): string[] => {
  const letters = [...word];
  return letters.slice(TRIGRAM - 1).map((_, place) => letters.slice(place, place + TRIGRAM).join(''));
};

const quoted = (word: string): string => `"${word.replaceAll('"', '""')}"`;

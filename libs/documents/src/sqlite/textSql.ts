import { searchableText, searchableWord } from '@almanac/text';
import { haveShortWord, lettersOf, MAX_SHORT_WORD_DOCUMENTS, MIN_INDEXED_LETTERS } from '../shortWords.ts';
import {
  docOf,
  type FilterWith,
  isCheaperThanScan,
  MANY,
  mostCheaperThanScan,
  type Scope,
  withinDocs,
} from './scope.ts';
import { textColumnOf } from './shape.ts';
import { allOf, anyOf, bound, FALSE, type Sql, sql, TRUE } from './sql.ts';

/**
 * Maximum number of words that are looked up, and of their trigrams in all; the rest is checked in the candidates' texts.
 * Each trigram costs up to five milliseconds in 20,000 documents, and a further one seldom excludes a document.
 */
const [MAX_WORDS, MAX_TRIGRAMS] = [16, 12];

/** Returns the number of letters of each word that are looked up. */
const lookedUpLetters = (words: readonly string[]): number =>
  MIN_INDEXED_LETTERS - 1 + Math.max(1, Math.floor(MAX_TRIGRAMS / words.length));

/** Maximum number of words that are looked up alone, the longest first: they are rarer than short ones. */
const MAX_WORDS_ALONE = 4;

/** Without a limit of wanted documents, candidates are few if they are at most one in this many. */
const FEW = 10;

interface Search {
  readonly columns: readonly string[];
  readonly words: readonly string[];
}

/** Documents that match or may match, by trigrams; those not yet indexed by their texts. */
export interface Candidates {
  /** Selects the numbers of the documents. */
  readonly source: () => Sql;
  /** Selects roughly as many numbers, without the documents that are not yet indexed. */
  readonly probe: () => Sql;
  /** The condition that remains to be checked in the folded texts; undefined if all candidates match. */
  readonly check: Sql | undefined;
  /** True if there are few candidates, however many documents there are. */
  readonly isBounded: boolean;
  /** The candidates that each of several words alone leaves, to be looked up in turn; of these all words are checked. */
  readonly byWord?: { readonly sources: Iterable<Sql>; readonly check: Sql };
}

/**
 * Returns the condition that each word is part of at least one column, or all of the same one, or that a column equals
 * the text. Checks the folded texts of the candidates; of all documents if the trigrams leave too many.
 */
export const textCondition = (filter: FilterWith<'texts'>, scope: Scope): Sql => {
  // trigrams are merged for all documents, however few of them are in the range
  if (scope.docs !== undefined) return checkOf(filter, scope);
  const candidates = textCandidates(filter, scope);
  const listed = candidates && listCandidates(candidates, scope);
  if (listed === undefined || !isWorthListing(listed, scope)) return checkOf(filter, scope);
  const isCandidate = sql`${docOf(scope)} IN (${listed.docs})`;
  return listed.check === undefined ? isCandidate : sql`(${isCandidate} AND ${listed.check})`;
};

/** True if listing the candidates is less work than reading the texts of the documents that the statement visits. */
const isWorthListing = ({ rows, check, isBounded }: ListedCandidates, scope: Scope): boolean => {
  if (isBounded) return true;
  const { wanted = Number.POSITIVE_INFINITY } = scope;
  if (check === undefined && wanted >= MANY) return true;
  return scope.wanted === undefined
    ? rows < MANY && rows * FEW <= scope.table.size()
    : isCheaperThanScan(rows, wanted, scope);
};

/** Candidates as a statement lists them. */
interface ListedCandidates extends Pick<Candidates, 'check' | 'isBounded'> {
  /** Selects the numbers of the documents, each once. */
  readonly docs: Sql;
  /** Their number; `MANY` if a list of them is more work than a walk. */
  readonly rows: number;
}

/**
 * Looks the candidates up if they are few: then the number of documents decides about the plan, the statement begins
 * with them, and the index of trigrams is read once. One rare word suffices for that: the trigrams of common words cost
 * more to read than the texts of a few candidates.
 */
export const listCandidates = (candidates: Candidates, scope: Scope): ListedCandidates => {
  const { probe, source, check, isBounded, byWord } = candidates;
  if (isBounded || scope.docs !== undefined) return { docs: source(), rows: scope.estimate(probe()), check, isBounded };
  const { wanted } = scope;
  const most = wanted === undefined ? MANY - 1 : mostCheaperThanScan(wanted, scope);
  if (wanted !== undefined && byWord !== undefined) {
    for (const alone of byWord.sources) {
      const few = scope.few(alone, most);
      if (few !== undefined) return { docs: listed(few), rows: few.length, check: byWord.check, isBounded };
    }
  }
  const docs = source();
  const few = scope.few(docs, most);
  if (few === undefined) return { docs, rows: MANY, check, isBounded };
  return { docs: listed(few), rows: few.length, check, isBounded };
};

const listed = (docs: readonly number[]): Sql =>
  sql`SELECT value AS doc FROM json_each(${bound(JSON.stringify(docs))})`;

/** Returns the documents that may match; undefined if nothing narrows them. */
export const textCandidates = (filter: FilterWith<'texts'>, scope: Scope): Candidates | undefined => {
  const { columns, words } = searchOf(filter, scope);
  if (columns.length > 0 && 'words' in filter && haveShortWord(words)) {
    const newest = () => newestDocuments(scope);
    const check = hasWords(conditionOver(filter, columns, words), scope);
    return { probe: newest, source: newest, check, isBounded: true };
  }
  // an expression of FTS5 ends at the character 0
  const usable = words
    .filter((word) => lettersOf(word) >= MIN_INDEXED_LETTERS && !word.includes('\0'))
    .slice(0, MAX_WORDS);
  if (columns.length === 0 || usable.length === 0) return undefined;
  const { search, pending, texts } = scope.table.names;
  const letters = lookedUpLetters(usable);
  const probeOf = (searched: readonly string[]): Sql => {
    const match = matchOf(filter, columns, { words: searched, letters });
    return sql`SELECT rowid AS doc FROM ${search} WHERE ${search} MATCH ${bound(match)}`;
  };
  const sourceOf = (searched: readonly string[]): Sql => sql`
    ${probeOf(searched)} AND rowid NOT IN (SELECT doc FROM ${pending}) UNION ALL
    SELECT t.doc FROM ${pending} CROSS JOIN ${texts} t USING (doc) WHERE ${conditionOver(filter, columns, searched)}`;
  const check = checkOf(filter, scope);
  const isExact =
    'words' in filter && words.length === usable.length && words.every((word) => lettersOf(word) <= letters);
  const alone = usable.toSorted((one, other) => other.length - one.length).slice(0, MAX_WORDS_ALONE);
  const byWord = { sources: alone.values().map((word) => sourceOf([word])), check };
  return {
    probe: () => probeOf(usable),
    source: () => sourceOf(usable),
    check: isExact ? undefined : check,
    isBounded: false,
    ...(usable.length > 1 && { byWord }),
  };
};

/**
 * Returns the expression of FTS5, which finds a word of three letters or more by its consecutive trigrams.
 * @param looked the words, and the number of first letters of each that are looked up
 */
const matchOf = (
  filter: FilterWith<'texts'>,
  columns: readonly string[],
  { words, letters }: { readonly words: readonly string[]; readonly letters: number },
): string => {
  const all = words.map((word) => quoted([...word].slice(0, letters).join(''))).join(' AND ');
  if (!('words' in filter) || filter.sameField !== true) return `{${columns.join(' ')}} : (${all})`;
  return columns.map((column) => `(${column} : (${all}))`).join(' OR ');
};

/** Returns the condition on the folded texts. */
const checkOf = (filter: FilterWith<'texts'>, scope: Scope): Sql => {
  const { columns, words } = searchOf(filter, scope);
  if (columns.length === 0) return FALSE;
  if (words.length === 0) return TRUE;
  const condition = conditionOver(filter, columns, words);
  const found = hasWords(condition, scope);
  if (!('words' in filter) || !haveShortWord(words)) return found;
  return sql`(${docOf(scope)} IN (${newestDocuments(scope)}) AND ${found})`;
};

const hasWords = (condition: Sql, scope: Scope): Sql =>
  sql`EXISTS (SELECT 1 FROM ${scope.table.names.texts} t WHERE t.doc = ${docOf(scope)} AND ${condition})`;

/** Selects the documents in whose texts a short word is looked for; of these, the ones in the range of the scope. */
const newestDocuments = (scope: Scope): Sql => sql`
  SELECT doc FROM (SELECT doc FROM ${scope.table.names.rows} ORDER BY id DESC LIMIT ${bound(MAX_SHORT_WORD_DOCUMENTS)})
  WHERE ${withinDocs('doc', scope)}`;

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

const quoted = (word: string): string => `"${word.replaceAll('"', '""')}"`;

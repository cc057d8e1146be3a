import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import { LRUCache } from 'lru-cache';
import {
  type Collection,
  collectionsRead,
  type DocumentId,
  type Filter,
  type Query,
  type Scalar,
} from '../documents.ts';
import { type Page, pageOf } from '../page.ts';
import { parseBody } from '../readLimit.ts';
import { type CountBy, selectCount, selectCountBy } from './countSql.ts';
import type { Identity } from './documentTable.ts';
import { driverOf } from './driver.ts';
import { createEstimates } from './estimates.ts';
import type { Generations } from './generations.ts';
import { ParsedBodies } from './parsedBodies.ts';
import { conjunctsOf, selectDocuments } from './querySql.ts';
import { createRemember } from './remembered.ts';
import { fromSql } from './scalars.ts';
import { MANY, type Scope } from './scope.ts';
import type { Sql } from './sql.ts';
import { createStatements, type Statements } from './statements.ts';

/** Characters of bodies that are read and parsed at once, in about 10 ms. */
const PIECE_CHARACTERS = 1_048_576;

/** Maximum number of documents on a page of a list, whose parsed bodies are cached. */
const PAGE_DOCUMENTS = 100;

/** Number of documents up to which one statement counts those with given words. */
const COUNTED_AT_ONCE = 2_500;

/** Milliseconds for which documents with given words are counted at once, and the number of the first ones. */
const [COUNTING_MS, COUNTED_FIRST] = [8, 200];

/** Returns the number of documents that are counted next, after a number of them took some time. */
const nextNumber = (number: number, took: number): number =>
  Math.round(Math.min(COUNTED_AT_ONCE, Math.max(1, number * Math.min(4, COUNTING_MS / Math.max(took, 0.1)))));

/** Maximum numbers of counts in parts, and of pages, that are cached. */
const [MAX_COUNTS, MAX_PAGES] = [500, 500];

interface CountRow {
  readonly value: SQLOutputValue;
  readonly count: number;
}

/** True if a filter looks for words. */
const hasTexts = (filter: Filter | undefined): boolean => {
  if (filter === undefined) return false;
  if ('all' in filter) return filter.all.some(hasTexts);
  if ('any' in filter) return filter.any.some(hasTexts);
  return 'not' in filter ? hasTexts(filter.not) : 'texts' in filter;
};

/** Some bodies of a read, and the characters of their JSON that were kept. */
export interface Piece<Body> extends Page<Body> {
  readonly characters: number;
}

/** Parses the bodies of a piece. */
const pieceOf = <Body>({ rows, isFull }: Page<string>, without?: readonly string[]): Piece<Body> => {
  const parsed = rows.map((json) => parseBody<Body>(json, without));
  const characters = parsed.reduce((sum, each) => sum + each.characters, 0);
  return { rows: parsed.map(({ body }) => body), isFull, characters };
};

/** The reading half of the documents. */
export class Reading {
  readonly #database: DatabaseSync;
  readonly #generations: Generations;
  readonly #statements: Statements;
  readonly #arrayStatements: Statements;
  readonly #remember = createRemember<CountRow[]>();
  readonly #rememberPage = createRemember<readonly Identity[]>(MAX_PAGES);
  readonly #bodies = new ParsedBodies();
  readonly #counts = new LRUCache<string, { readonly changes: number; readonly count: number }>({ max: MAX_COUNTS });
  readonly #estimates: Pick<Scope, 'estimate' | 'few'>;

  constructor(database: DatabaseSync, generations: Generations) {
    this.#database = database;
    this.#generations = generations;
    this.#statements = createStatements(database);
    this.#arrayStatements = createStatements(database, { arrays: true });
    this.#estimates = createEstimates(this.#statements, () => generations.changes());
  }

  /** Returns the documents of ids from a place on, until they are long, and the place of the next id. */
  many<Body>(
    collection: Collection,
    ids: readonly DocumentId[],
    from: number,
  ): Piece<Body> & { readonly next: number } {
    const { live } = this.#generations.known(collection);
    const known = this.#sharesBodies(ids.length) ? this.#bodies : undefined;
    const rows: Body[] = [];
    let [next, characters] = [from, 0];
    for (const id of ids.slice(from)) {
      if (characters >= PIECE_CHARACTERS) break;
      next += 1;
      const parsed = known === undefined ? live.parsed<Body>(id) : known.read<Body>(live, live.identity(id));
      if (parsed === undefined) continue;
      rows.push(parsed.body);
      characters += parsed.characters;
    }
    return { rows, isFull: next < ids.length, characters, next };
  }

  /** True if a read of so many documents uses cached bodies. A transaction may be rolled back, and its versions used again. */
  #sharesBodies(most: number): boolean {
    return most <= PAGE_DOCUMENTS && !this.#database.isTransaction;
  }

  /** Returns the first documents of a query, until they are long; `isFull` is true if more may follow. */
  piece<Body>(collection: Collection, query: Query): Piece<Body> {
    const { limit = Number.POSITIVE_INFINITY, without = [] } = query;
    if (without.length === 0 && this.#sharesBodies(limit)) return this.#knownPiece(collection, query);
    const { text, values } = selectDocuments(query, this.#scopeOf(collection), ['body']);
    const found = this.#arrayStatements<[string]>(text).iterate(...values);
    const { rows, isFull } = pageOf(found, { sizeOf: ([body]) => body.length, pageSize: PIECE_CHARACTERS });
    return pieceOf({ rows: rows.map(([body]) => body), isFull }, query.without);
  }

  /** Does the same with cached bodies: reads only those of other versions. */
  #knownPiece<Body>(collection: Collection, query: Query): Piece<Body> {
    const found = this.#found(collection, query);
    const { live } = this.#generations.known(collection);
    const rows: Body[] = [];
    let characters = 0;
    for (const identity of found) {
      if (characters >= PIECE_CHARACTERS) break;
      const parsed = this.#bodies.read<Body>(live, identity);
      if (parsed === undefined) continue;
      rows.push(parsed.body);
      characters += parsed.characters;
    }
    return { rows, isFull: characters >= PIECE_CHARACTERS, characters };
  }

  /**
   * Returns the documents that a query finds; the same ones until one of the collections changes. A search for words is
   * seldom repeated, and not cached.
   */
  #found(collection: Collection, query: Query): readonly Identity[] {
    const select = (): Identity[] => {
      const { text, values } = selectDocuments(query, this.#scopeOf(collection), ['id', 'version', 'fold']);
      return this.#arrayStatements<Identity>(text).all(...values);
    };
    if (hasTexts(query.filter)) return select();
    const changes = this.#changesOf(collection, query.filter);
    return this.#rememberPage(textOf(collection, query.filter, query), changes, select);
  }

  count(collection: Collection, filter?: Filter): number {
    const [row] = this.#counted('count', { collection, filter }, (scope) => selectCount(filter, scope));
    return row?.count ?? 0;
  }

  /**
   * Begins a count of words in many documents. Each call of the returned function counts in some more of them, for a few
   * milliseconds; the last call returns the number of all matches. Returns undefined if they are counted at once: few
   * documents, and words that few documents have.
   */
  beginCount(collection: Collection, filter: Filter | undefined): (() => number | undefined) | undefined {
    if (!hasTexts(filter)) return undefined;
    const scope = this.#scopeOf(collection);
    const size = scope.table.size();
    if (size <= COUNTED_AT_ONCE) return undefined;
    const { rows, isBounded } = driverOf(conjunctsOf(filter), [], scope) ?? { rows: MANY };
    if (rows < MANY && isBounded !== true) return undefined;
    const changes = this.#changesOf(collection, filter);
    const key = `parts ${textOf(collection, filter)}`;
    let [from, most, sum] = [0, COUNTED_FIRST, 0];
    return () => {
      const known = this.#counts.get(key);
      if (known?.changes === changes) return known.count;
      const begun = performance.now();
      const end = from + most > size ? Number.MAX_SAFE_INTEGER : from + most;
      const { text, values } = selectCount(filter, { ...this.#scopeOf(collection), docs: [from, end] });
      sum += this.#statements<CountRow>(text).get(...values)?.count ?? 0;
      most = nextNumber(most, performance.now() - begun);
      from = end;
      if (end <= size) return undefined;
      if (!this.#database.isTransaction) this.#counts.set(key, { changes, count: sum });
      return sum;
    };
  }

  countBy<Value extends Scalar>(collection: Collection, by: CountBy<Value>): Map<Value, number> {
    const what = `${by.field} ${JSON.stringify(by.values)}`;
    const rows = this.#counted(what, { collection, filter: by.filter }, (scope) => selectCountBy(by, scope));
    const counts = new Map(rows.map(({ value, count }) => [fromSql(value), count]));
    return new Map(by.values.map((value) => [value, counts.get(value) ?? 0]));
  }

  #scopeOf(collection: Collection): Scope {
    const tableOf = (each: Collection) => this.#generations.known(each).live;
    const { estimate, few } = this.#estimates;
    return { table: tableOf(collection), alias: 'd', tableOf, estimate, few: onceForStatement(few) };
  }

  /**
   * Counts, and caches the number until one of the collections changes. Counts in a transaction are not cached, because
   * it may be rolled back.
   */
  #counted(
    what: string,
    { collection, filter }: { collection: Collection; filter: Filter | undefined },
    select: (scope: Scope) => Sql,
  ): CountRow[] {
    const make = (): CountRow[] => {
      const { text, values } = select(this.#scopeOf(collection));
      return this.#statements<CountRow>(text).all(...values);
    };
    const changes = this.#changesOf(collection, filter);
    if (this.#database.isTransaction) return make();
    return this.#remember(`${what} ${textOf(collection, filter)}`, changes, make);
  }

  /** Returns the number of changes of the collections that a query reads. */
  #changesOf(collection: Collection, filter: Filter | undefined): number {
    this.#generations.look();
    return collectionsRead(collection, filter).reduce((sum, each) => sum + this.#generations.known(each).changes, 0);
  }
}

/** Returns the same lookup for one statement, which may use a condition several times. */
const onceForStatement = (few: Scope['few']): Scope['few'] => {
  const known = new Map<string, readonly number[] | undefined>();
  return (docs, most) =>
    known.getOrInsertComputed(`${most} ${docs.text} ${JSON.stringify(docs.values)}`, () => few(docs, most));
};

/** Returns a collection and a filter, or a query with it, as a text; a collection in it is its name. */
const textOf = (collection: Collection, filter: Filter | undefined, asked: Filter | Query | undefined = filter) => {
  // a function makes the JSON of all members slower
  const named = collectionsRead(collection, filter).length > 1 ? nameOfCollection : undefined;
  return `${collection.name} ${JSON.stringify(asked, named) ?? ''}`;
};

const nameOfCollection = (key: string, value: unknown): unknown =>
  key === 'collection' && typeof value === 'object' && value !== null && 'name' in value ? value.name : value;

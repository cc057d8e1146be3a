import type { SQLInputValue, SQLOutputValue } from 'node:sqlite';
import { jsonOfBody } from '../bodyJson.ts';
import type { DocumentId, StateDocument } from '../documents.ts';
import { UnindexableValueError } from '../errors.ts';
import { pageOf } from '../page.ts';
import type { ParsedBody } from '../readLimit.ts';
import { isScalar, valueAt } from '../valueAt.ts';
import { type ArrayRows, ArrayTable } from './arrayTable.ts';
import { documentStatements } from './documentStatements.ts';
import { sameValues, toSql } from './scalars.ts';
import { type Names, namesOf, type TableShape } from './shape.ts';
import type { Statements } from './statements.ts';
import { TextTables } from './textTables.ts';

interface Guard {
  readonly version: number;
  readonly projectionVersion: number;
}

/** id, version, projection version and body (JSON; null in a tombstone). */
type Row = [DocumentId, number, number, string | null];

/** The declared values of a document: the columns beside its body. */
interface DeclaredValues {
  readonly fields: readonly SQLInputValue[];
  readonly arrays: readonly ArrayRows[];
}

/** The columns `id`, `version` and `fold`. */
export type Identity = readonly [id: DocumentId, version: number, fold: number];

interface StoredValues extends DeclaredValues {
  readonly doc: number;
}

/** The stored version of an id, also of a tombstone; `stored` is undefined for a tombstone. */
interface KnownDocument extends Guard {
  readonly stored: StoredValues | undefined;
}

export interface TableOptions {
  readonly collection: string;
  readonly generation: number;
  /** The projection version under which the generation was begun. */
  readonly fold: number;
  readonly shape: TableShape;
  /** Number of documents whose trigrams are written together. */
  readonly textsTogether: number;
  /** Path of the file, if a thread may write the trigrams of long texts. */
  readonly location?: string | undefined;
}

/** One generation of a collection. */
export class DocumentTable {
  readonly collection: string;
  readonly generation: number;
  readonly fold: number;
  readonly names: Names;
  readonly shape: TableShape;
  readonly #statements: Statements;
  readonly #sql: ReturnType<typeof documentStatements>;
  readonly #arrays: readonly ArrayTable[];
  readonly #texts: TextTables;

  constructor(statements: Statements, of: TableOptions) {
    this.collection = of.collection;
    this.generation = of.generation;
    this.fold = of.fold;
    this.shape = of.shape;
    this.names = namesOf(of.collection, of.generation);
    this.#statements = statements;
    this.#sql = documentStatements(this.names, this.shape, this.fold);
    this.#arrays = this.shape.arrays.map((field) => new ArrayTable(statements, this.collection, field, this));
    this.#texts = new TextTables(statements, this, { together: of.textsTogether, location: of.location });
  }

  /**
   * Stores a newer document, in the open transaction; returns false if the stored one, or its tombstone, is as new.
   * @param isNew true to try an insertion first, which fails if the id is known; a document at version 1 is usually new
   * @throws UnindexableValueError for a value that cannot be indexed
   */
  put(document: StateDocument, isNew = document.version === 1): boolean {
    if (isNew && document.body !== null && this.#insert(document)) return true;
    const known = this.#known(document.id);
    if (known !== undefined && !isNewer(document, known)) return false;
    if (document.body === null) this.#bury(document, known?.stored);
    else if (known?.stored !== undefined) this.#update(known.stored, document);
    else {
      if (known !== undefined) this.#statements(this.#sql.unbury).run(document.id);
      this.#insert(document);
    }
    return true;
  }

  get<Body>(id: DocumentId): StateDocument<Body> | undefined {
    const row = this.#row(id);
    return row && documentOf<Body>(row);
  }

  /** Returns the columns that distinguish every body that an id has had; undefined without a document. */
  identity(id: DocumentId): Identity | undefined {
    return this.#statements<[DocumentId, number, number]>(this.#sql.identity).get(id);
  }

  /** Returns the parsed body of a document, with its identity; undefined without one. */
  parsed<Body>(id: DocumentId): (ParsedBody<Body> & { readonly identity: Identity }) | undefined {
    const [, version, fold, json] = this.#row(id) ?? [];
    if (version === undefined || fold === undefined || json === undefined || json === null) return undefined;
    return { body: JSON.parse(json), characters: json.length, identity: [id, version, fold] };
  }

  #row(id: DocumentId): Row | undefined {
    return this.#statements<Row>(this.#sql.get).get(id);
  }

  /** Returns documents and tombstones in id order, after an id, at most about `PAGE_SIZE`. */
  page(after: DocumentId | undefined, limit: number): StateDocument[] {
    const [text, values] = after === undefined ? [this.#sql.firstPage, [limit]] : [this.#sql.page, [after, limit]];
    const rows = this.#statements<Row>(text).iterate(...values);
    return pageOf(rows, { sizeOf: (row) => row[3]?.length ?? 0 }).rows.map(documentOf);
  }

  /** True if it has documents below the version; uses an index for versions up to the one under which it was begun. */
  holdsVersionBelow(projectionVersion: number): boolean {
    return this.#statements(this.#sql.below).get(projectionVersion) !== undefined;
  }

  /** Returns an upper estimate of the number of documents. */
  size(): number {
    const [size = 0] = this.#statements<[number]>(this.#sql.size).get() ?? [];
    return size;
  }

  /** Writes the trigrams of all waiting texts, in the open transaction. */
  takeTrigrams(): void {
    this.#texts.takeTrigrams();
  }

  #known(id: DocumentId): KnownDocument | undefined {
    const row = this.#statements<KnownRow>(this.#sql.known).get(id);
    if (row === undefined) return undefined;
    const [version, projectionVersion, doc, ...declared] = row;
    return {
      version,
      projectionVersion,
      stored: doc === null ? undefined : { doc, ...this.#storedDeclared(declared) },
    };
  }

  #storedDeclared(columns: readonly SQLOutputValue[]): DeclaredValues {
    const fields = columns.slice(0, this.shape.fields.length);
    const arrays = this.#arrays.map((array, place) => {
      const json = columns[fields.length + place];
      return array.storedRows(typeof json === 'string' ? json : null, fields);
    });
    return { fields, arrays };
  }

  #declared(body: unknown): DeclaredValues {
    const fields = this.shape.fields.map((field) => {
      const value = valueAt(body, field) ?? null;
      if (!isScalar(value)) throw new UnindexableValueError(this.collection, field);
      return toSql(value);
    });
    return { fields, arrays: this.#arrays.map((array) => array.rowsOf(body, fields)) };
  }

  /** Inserts a new document; returns false, changing nothing, if the id has a document or a tombstone. */
  #insert({ id, version, projectionVersion, body }: StateDocument): boolean {
    const declared = this.#declared(body);
    const { lastInsertRowid, changes } = this.#statements(this.#sql.insert).run(
      id,
      version,
      projectionVersion,
      jsonOfBody(body),
      ...columnsOf(declared),
    );
    if (changes === 0) return false;
    const doc = Number(lastInsertRowid);
    this.#syncArrays({ doc, id }, undefined, declared);
    this.#texts.add(doc, body);
    return true;
  }

  #update(stored: StoredValues, { id, version, projectionVersion, body }: StateDocument): void {
    const declared = this.#declared(body);
    const [before, after] = [columnsOf(stored), columnsOf(declared)];
    const isSame = sameValues(before, after);
    const statement = this.#statements(isSame ? this.#sql.updateBody : this.#sql.update);
    statement.run(version, projectionVersion, jsonOfBody(body), ...(isSame ? [] : after), stored.doc);
    if (!isSame) this.#syncArrays({ doc: stored.doc, id }, stored, declared);
    this.#texts.change(stored.doc, body);
  }

  #bury({ id, version, projectionVersion }: StateDocument, stored: StoredValues | undefined): void {
    if (stored !== undefined) {
      this.#syncArrays({ doc: stored.doc, id }, stored, undefined);
      this.#texts.remove(stored.doc);
      this.#statements(this.#sql.remove).run(stored.doc);
    }
    this.#statements(this.#sql.bury).run(id, version, projectionVersion);
  }

  #syncArrays(
    of: { doc: number; id: DocumentId },
    before: DeclaredValues | undefined,
    after: DeclaredValues | undefined,
  ): void {
    for (const [place, array] of this.#arrays.entries())
      array.sync(of, before?.arrays[place] ?? NO_ROWS, after?.arrays[place] ?? NO_ROWS);
  }
}

const NO_ROWS: ArrayRows = { json: null, carried: [] };

const columnsOf = ({ fields, arrays }: DeclaredValues): SQLInputValue[] => [
  ...fields,
  ...arrays.map(({ json }) => json),
];

const isNewer = (document: Guard, stored: Guard): boolean =>
  document.version > stored.version ||
  (document.version === stored.version && document.projectionVersion > stored.projectionVersion);

/** version, projection version, doc (null in a tombstone) and the declared columns. */
type KnownRow = [number, number, number | null, ...SQLOutputValue[]];

const documentOf = <Body>([id, version, projectionVersion, body]: Row): StateDocument<Body> => ({
  id,
  version,
  projectionVersion,
  body: body === null ? null : JSON.parse(body),
});

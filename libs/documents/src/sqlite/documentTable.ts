import type { SQLInputValue, SQLOutputValue } from 'node:sqlite';
import type { DocumentId, StateDocument } from '../documents.ts';
import { UnindexableValueError } from '../errors.ts';
import { valueAt } from '../valueAt.ts';
import { type ArrayRows, ArrayTable } from './arrayTable.ts';
import { documentStatements } from './documentStatements.ts';
import { isScalar, sameValues, toSql } from './scalars.ts';
import { type Names, namesOf, type Shape } from './shape.ts';
import type { Statements } from './statements.ts';
import { TextTables } from './textTables.ts';

interface Guard {
  readonly version: number;
  readonly fold: number;
}

interface Row extends Guard {
  readonly id: DocumentId;
  readonly body: string | null;
}

/** What is declared of a document: the columns beside its body. */
interface Declared {
  readonly fields: readonly SQLInputValue[];
  readonly arrays: readonly ArrayRows[];
}

interface Stored extends Guard, Declared {
  readonly doc: number;
  readonly id: DocumentId;
}

/** One generation of a collection. */
export class DocumentTable {
  readonly collection: string;
  readonly generation: number;
  readonly names: Names;
  readonly shape: Shape;
  readonly #statements: Statements;
  readonly #sql: ReturnType<typeof documentStatements>;
  readonly #arrays: readonly ArrayTable[];
  readonly #texts: TextTables;

  constructor(statements: Statements, of: { collection: string; generation: number; shape: Shape }) {
    this.collection = of.collection;
    this.generation = of.generation;
    this.shape = of.shape;
    this.names = namesOf(of.collection, of.generation);
    this.#statements = statements;
    this.#sql = documentStatements(this.names, this.shape);
    this.#arrays = this.shape.arrays.map((field) => new ArrayTable(statements, this.collection, field, this));
    this.#texts = new TextTables(statements, this);
  }

  /**
   * Stores a newer document, in the transaction that is open; false when the stored one, or its tombstone, is as new.
   * @throws UnindexableValueError
   */
  put(document: StateDocument): boolean {
    const stored = this.#stored(document.id);
    const guard = stored ?? (this.#statements(this.#sql.tombstone).get(document.id) as Row | undefined);
    if (guard !== undefined && !isNewer(document, guard)) return false;
    if (document.body === null) this.#bury(document, stored);
    else if (stored !== undefined) this.#update(stored, document);
    else this.#insert(document, guard !== undefined);
    return true;
  }

  get<Body>(id: DocumentId): StateDocument<Body> | undefined {
    const row = this.#statements(this.#sql.get).get(id) ?? this.#statements(this.#sql.tombstone).get(id);
    return row === undefined ? undefined : documentOf<Body>(row as unknown as Row);
  }

  /** Documents and tombstones in id order, after an id. */
  page(after: DocumentId | undefined, limit: number): StateDocument[] {
    const [text, values] = after === undefined ? [this.#sql.firstPage, [limit]] : [this.#sql.page, [after, limit]];
    return (this.#statements(text).all(...values) as unknown as Row[]).map((row) => documentOf(row));
  }

  holdsFoldBelow(fold: number): boolean {
    return this.#statements(this.#sql.below).get(fold) !== undefined;
  }

  /** About how many documents there are, not less. */
  size(): number {
    return Number(this.#statements(this.#sql.size).get()?.size);
  }

  #stored(id: DocumentId): Stored | undefined {
    const row = this.#statements(this.#sql.stored).get(id);
    if (row === undefined) return undefined;
    const [doc, version, fold, ...rest] = Object.values(row) as [number, number, number, ...SQLOutputValue[]];
    const fields = rest.slice(0, this.shape.fields.length);
    const jsons = rest.slice(this.shape.fields.length) as (string | null)[];
    return { doc, id, version, fold, fields, arrays: this.#arrays.map((_, n) => this.#rows(n, jsons[n], fields)) };
  }

  #rows(place: number, json: string | null | undefined, fields: readonly SQLInputValue[]): ArrayRows {
    return (this.#arrays[place] as ArrayTable).storedRows(json ?? null, fields);
  }

  #declared(body: unknown): Declared {
    const fields = this.shape.fields.map((field) => {
      const value = valueAt(body, field) ?? null;
      if (!isScalar(value)) throw new UnindexableValueError(this.collection, field);
      return toSql(value);
    });
    return { fields, arrays: this.#arrays.map((array) => array.rowsOf(body, fields)) };
  }

  #insert({ id, version, fold, body }: StateDocument, wasDeleted: boolean): void {
    const declared = this.#declared(body);
    if (wasDeleted) this.#statements(this.#sql.unbury).run(id);
    const { lastInsertRowid } = this.#statements(this.#sql.insert).run(
      id,
      version,
      fold,
      JSON.stringify(body),
      ...columnsOf(declared),
    );
    const doc = Number(lastInsertRowid);
    this.#syncArrays({ doc, id }, undefined, declared);
    this.#texts.put(doc, body);
  }

  #update(stored: Stored, { version, fold, body }: StateDocument): void {
    const declared = this.#declared(body);
    const [before, after] = [columnsOf(stored), columnsOf(declared)];
    const isSame = sameValues(before, after);
    const statement = this.#statements(isSame ? this.#sql.updateBody : this.#sql.update);
    statement.run(version, fold, JSON.stringify(body), ...(isSame ? [] : after), stored.doc);
    if (!isSame) this.#syncArrays(stored, stored, declared);
    this.#texts.put(stored.doc, body);
  }

  #bury({ id, version, fold }: StateDocument, stored: Stored | undefined): void {
    if (stored !== undefined) {
      this.#syncArrays(stored, stored, undefined);
      this.#texts.remove(stored.doc);
      this.#statements(this.#sql.remove).run(stored.doc);
    }
    this.#statements(this.#sql.bury).run(id, version, fold);
  }

  #syncArrays(of: { doc: number; id: DocumentId }, before: Declared | undefined, after: Declared | undefined): void {
    for (const [place, array] of this.#arrays.entries())
      array.sync(of, before?.arrays[place] ?? NO_ROWS, after?.arrays[place] ?? NO_ROWS);
  }
}

const NO_ROWS: ArrayRows = { json: null, carried: [] };

const columnsOf = ({ fields, arrays }: Declared): SQLInputValue[] => [...fields, ...arrays.map(({ json }) => json)];

const isNewer = (document: Guard, stored: Guard): boolean =>
  document.version > stored.version || (document.version === stored.version && document.fold > stored.fold);

const documentOf = <Body>({ id, version, fold, body }: Row): StateDocument<Body> => ({
  id,
  version,
  fold,
  body: body === null ? null : (JSON.parse(body) as Body),
});

import type { SQLInputValue } from 'node:sqlite';
import type { DocumentId, Scalar } from '../documents.ts';
import { UnindexableValueError } from '../errors.ts';
import { isScalar, valueAt } from '../valueAt.ts';
import { sameValues, toSql } from './scalars.ts';
import { columnOf, type Names, type TableShape } from './shape.ts';
import type { Statements } from './statements.ts';

/** The rows of a document in an array's table. */
export interface ArrayRows {
  /** The distinct values as JSON, null for none; stored with the document, to find changes. */
  readonly json: string | null;
  /** The same values; absent if they were read from the table. */
  readonly values?: readonly Scalar[];
  /** The carried fields, the same in each row. */
  readonly carried: readonly SQLInputValue[];
}

/** The side table of a declared array: a row for each document and value, updated with the document. */
export class ArrayTable {
  readonly field: string;
  readonly #collection: string;
  readonly #statements: Statements;
  readonly #carried: readonly number[];
  readonly #sql: { readonly take: string; readonly give: string };

  constructor(statements: Statements, collection: string, field: string, layout: { names: Names; shape: TableShape }) {
    const { names, shape } = layout;
    const carried = shape.carried[field] ?? [];
    this.field = field;
    this.#collection = collection;
    this.#statements = statements;
    this.#carried = carried.map((each) => shape.fields.indexOf(each));
    this.#sql = {
      take: `DELETE FROM ${names.array(field)} WHERE value = ? AND doc = ?`,
      give: `INSERT INTO ${names.array(field)} (value, doc, id${carried.map((each) => `, ${columnOf(each)}`).join('')})
        VALUES (?, ?, ?${carried.map(() => ', ?').join('')})`,
    };
  }

  /** @throws UnindexableValueError for a value that is no scalar */
  rowsOf(body: unknown, fields: readonly SQLInputValue[]): ArrayRows {
    const value = valueAt(body, this.field) ?? [];
    const values = [...new Set(Array.isArray(value) ? value : [value])];
    if (!values.every((item) => isScalar(item) && item !== null))
      throw new UnindexableValueError(this.#collection, this.field);
    return { ...this.storedRows(values.length === 0 ? null : JSON.stringify(values), fields), values };
  }

  /** Returns the rows of a stored document: its JSON of the array and its fields, in the order of the shape. */
  storedRows(json: string | null, fields: readonly SQLInputValue[]): ArrayRows {
    return { json, carried: this.#carried.map((place) => fields[place] ?? null) };
  }

  sync({ doc, id }: { doc: number; id: DocumentId }, before: ArrayRows, after: ArrayRows): void {
    const isCarriedSame = sameValues(before.carried, after.carried);
    if (before.json === after.json && isCarriedSame) return;
    const [old, fresh] = [valuesOf(before), valuesOf(after)];
    for (const value of isCarriedSame ? old.difference(fresh) : old)
      this.#statements(this.#sql.take).run(toSql(value), doc);
    for (const value of isCarriedSame ? fresh.difference(old) : fresh)
      this.#statements(this.#sql.give).run(toSql(value), doc, id, ...after.carried);
  }
}

const valuesOf = ({ json, values }: ArrayRows): Set<Scalar> =>
  new Set(values ?? (json === null ? [] : JSON.parse(json)));

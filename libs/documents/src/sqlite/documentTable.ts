import type { SQLInputValue } from 'node:sqlite';
import type { DocumentId, StateDocument } from '../documents.ts';
import { UnindexableValueError } from '../errors.ts';
import { valueAt } from '../valueAt.ts';
import { isScalar, toSql } from './scalars.ts';
import { arrayColumnOf, columnOf, type Names, namesOf, type Shape } from './shape.ts';
import { createSideTables } from './sideTables.ts';
import type { Statements } from './statements.ts';

/** A document as a write brings it, with the fold of its collection. */
export type Incoming = StateDocument;

/** One generation of a collection. */
export interface DocumentTable {
  readonly collection: string;
  readonly generation: number;
  readonly names: Names;
  readonly shape: Shape;
  /** Stores a newer document; false when the stored one, or its tombstone, is as new. */
  put(document: Incoming): boolean;
  get<Body>(id: DocumentId): StateDocument<Body> | undefined;
  /** Documents and tombstones in id order, after an id. */
  page(after: DocumentId | undefined, limit: number): StateDocument[];
  holdsFoldBelow(fold: number): boolean;
  /** About how many documents there are, not less. */
  size(): number;
}

interface Stored {
  readonly doc: number;
  readonly version: number;
  readonly fold: number;
  readonly [column: string]: unknown;
}

interface Row {
  readonly id: DocumentId;
  readonly version: number;
  readonly fold: number;
  readonly body: string | null;
}

export const createDocumentTable = (
  statements: Statements,
  collection: string,
  generation: number,
  shape: Shape,
): DocumentTable => {
  const names = namesOf(collection, generation);
  const sql = statementsOf(names, shape);
  const sides = createSideTables(statements, collection, names, shape);

  const columnsOf = (body: unknown, arrays: readonly (string | null)[]): SQLInputValue[] => [
    ...shape.fields.map((field) => {
      const value = valueAt(body, field) ?? null;
      if (!isScalar(value)) throw new UnindexableValueError(collection, field);
      return toSql(value);
    }),
    ...arrays,
    JSON.stringify(body),
  ];

  const insert = ({ id, version, fold, body }: Incoming): void => {
    const arrays = sides.arraysOf(body);
    const values = columnsOf(body, arrays);
    const doc = statements(sql.insert).run(id, version, fold, ...values).lastInsertRowid;
    sides.add(Number(doc), arrays, body);
  };

  const update = (stored: Stored, { version, fold, body }: Incoming): void => {
    const arrays = sides.arraysOf(body);
    const values = columnsOf(body, arrays);
    statements(sql.update).run(version, fold, ...values, stored.doc);
    sides.change(stored.doc, sides.storedArrays(stored), arrays, body);
  };

  const bury = ({ id, version, fold }: Incoming): void => {
    statements(sql.bury).run(id, version, fold);
  };

  const remove = (stored: Stored, document: Incoming): void => {
    sides.remove(stored.doc, sides.storedArrays(stored));
    statements(sql.remove).run(stored.doc);
    bury(document);
  };

  const putNew = (document: Incoming): boolean => {
    const tombstone = statements(sql.tombstone).get(document.id) as Row | undefined;
    if (tombstone !== undefined && !isNewer(document, tombstone)) return false;
    if (document.body === null) bury(document);
    else {
      if (tombstone !== undefined) statements(sql.unbury).run(document.id);
      insert(document);
    }
    return true;
  };

  return {
    collection,
    generation,
    names,
    shape,
    put: (document) => {
      const stored = statements(sql.stored).get(document.id) as Stored | undefined;
      if (stored === undefined) return putNew(document);
      if (!isNewer(document, stored)) return false;
      if (document.body === null) remove(stored, document);
      else update(stored, document);
      return true;
    },
    get: <Body>(id: DocumentId) => {
      const row = statements(sql.get).get(id) ?? statements(sql.tombstone).get(id);
      return row === undefined ? undefined : documentOf<Body>(row as unknown as Row);
    },
    page: (after, limit) =>
      (
        statements(after === undefined ? sql.firstPage : sql.page).all(
          ...(after === undefined ? [limit] : [after, limit]),
        ) as unknown as Row[]
      ).map((row) => documentOf(row)),
    size: () => Number(statements(sql.size).get()?.size),
    holdsFoldBelow: (fold) => statements(sql.below).get(fold) !== undefined,
  };
};

const isNewer = (document: Incoming, stored: { readonly version: number; readonly fold: number }): boolean =>
  document.version > stored.version || (document.version === stored.version && document.fold > stored.fold);

const documentOf = <Body>({ id, version, fold, body }: Row): StateDocument<Body> => ({
  id,
  version,
  fold,
  body: body === null ? null : (JSON.parse(body) as Body),
});

const statementsOf = (names: Names, shape: Shape) => {
  const columns = [...shape.fields.map(columnOf), ...shape.arrays.map(arrayColumnOf), 'body'];
  const arrays = shape.arrays.map((field) => `, ${arrayColumnOf(field)}`).join('');
  const page = (where: string) => `
    SELECT id, version, fold, body FROM ${names.documents} ${where}
    UNION ALL SELECT id, version, fold, NULL FROM ${names.tombstones} ${where} ORDER BY id LIMIT (? | 0)`;
  return {
    stored: `SELECT doc, version, fold${arrays} FROM ${names.documents} WHERE id = ?`,
    get: `SELECT id, version, fold, body FROM ${names.documents} WHERE id = ?`,
    tombstone: `SELECT id, version, fold, NULL AS body FROM ${names.tombstones} WHERE id = ?`,
    insert: `INSERT INTO ${names.documents} (id, version, fold, ${columns.join(', ')})
      VALUES (?, ?, ?, ${columns.map(() => '?').join(', ')})`,
    update: `UPDATE ${names.documents} SET version = ?, fold = ?, ${columns.map((name) => `${name} = ?`).join(', ')}
      WHERE doc = ?`,
    remove: `DELETE FROM ${names.documents} WHERE doc = ?`,
    bury: `INSERT OR REPLACE INTO ${names.tombstones} (id, version, fold) VALUES (?, ?, ?)`,
    unbury: `DELETE FROM ${names.tombstones} WHERE id = ?`,
    size: `SELECT coalesce(max(doc), 0) AS size FROM ${names.documents}`,
    below: `SELECT 1 FROM ${names.documents} WHERE fold < ?1 UNION ALL
      SELECT 1 FROM ${names.tombstones} WHERE fold < ?1 LIMIT 1`,
    firstPage: page(''),
    page: page('WHERE id > ?1'),
  };
};

import type { DatabaseSync } from 'node:sqlite';
import { arrayColumnOf, arrayOfIndex, columnOf, type Names, type TableShape } from './shape.ts';

/** Creates the tables of a generation; `createIndexes` creates their sorted indexes. */
export const createTables = (database: DatabaseSync, names: Names, shape: TableShape, fold: number): void => {
  const columns = [...shape.fields.map(anyColumn), ...shape.arrays.map((field) => `${arrayColumnOf(field)} TEXT`)];
  database.exec(`
    CREATE TABLE ${names.documents} (
      doc INTEGER PRIMARY KEY, id ANY NOT NULL UNIQUE, version INTEGER NOT NULL, fold INTEGER NOT NULL,
      ${columns.map((column) => `${column}, `).join('')} body TEXT NOT NULL
    ) STRICT;
    CREATE TABLE ${names.tombstones} (
      id ANY PRIMARY KEY, version INTEGER NOT NULL, fold INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
  `);
  for (const field of shape.arrays) database.exec(arrayTable(names.array(field), shape.carried[field] ?? []));
  if (shape.texts.length > 0) database.exec(textTables(names, shape));
  completeTables(database, names, fold);
};

/**
 * Adds the view for readers and the indexes `below` to a generation of an earlier release. These indexes hold documents
 * and tombstones of a lower projection version than the generation's; they are usually empty.
 */
export const completeTables = (database: DatabaseSync, names: Names, fold: number): void =>
  database.exec(`
    CREATE VIEW IF NOT EXISTS ${names.rows} AS SELECT * FROM ${names.documents} d;
    CREATE INDEX IF NOT EXISTS ${names.below('documents')} ON ${names.documents} (fold) WHERE fold < ${fold};
    CREATE INDEX IF NOT EXISTS ${names.below('tombstones')} ON ${names.tombstones} (fold) WHERE fold < ${fold};
  `);

export const dropRows = (database: DatabaseSync, { rows }: Names): void => database.exec(`DROP VIEW IF EXISTS ${rows}`);

const anyColumn = (field: string): string => `${columnOf(field)} ANY`;

const arrayTable = (name: string, carried: readonly string[]): string => `
  CREATE TABLE ${name} (
    value ANY NOT NULL, doc INTEGER NOT NULL, id ANY NOT NULL,
    ${carried.map((field) => `${anyColumn(field)}, `).join('')} PRIMARY KEY (value, doc)
  ) STRICT, WITHOUT ROWID;
`;

const textTables = (names: Names, shape: TableShape): string => {
  const columns = shape.texts.map((_, place) => `c${place}`);
  return `
    CREATE TABLE ${names.texts} (
      doc INTEGER PRIMARY KEY, ${columns.map((column) => `${column} TEXT`).join(', ')}
    ) STRICT;
    CREATE TABLE ${names.pending} (doc INTEGER PRIMARY KEY, taken INTEGER NOT NULL) STRICT;
    CREATE VIRTUAL TABLE ${names.search} USING fts5(
      ${columns.join(', ')},
      content = '', contentless_delete = 1, detail = full, tokenize = 'trigram case_sensitive 1'
    );
  `;
};

const indexesOf = (names: Names, shape: TableShape): Map<string, string> =>
  new Map(shape.indexes.map((fields) => [names.index(fields), definition(names, shape, fields)]));

const createAll = (database: DatabaseSync, indexes: ReadonlyMap<string, string>): void =>
  database.exec(Array.from(indexes, ([index, on]) => `CREATE INDEX ${index} ON ${on};`).join('\n'));

/** Creates the declared sorted indexes of new tables. */
export const createIndexes = (database: DatabaseSync, names: Names, shape: TableShape): void =>
  createAll(database, indexesOf(names, shape));

/** Creates the missing declared sorted indexes and drops those no longer declared. */
export const syncIndexes = (database: DatabaseSync, names: Names, shape: TableShape): void => {
  const wanted = indexesOf(names, shape);
  for (const index of presentIndexes(database, names, shape)) {
    if (!wanted.delete(index)) database.exec(`DROP INDEX ${index}`);
  }
  createAll(database, wanted);
};

const definition = (names: Names, shape: TableShape, fields: readonly string[]): string => {
  const array = arrayOfIndex(shape, fields);
  const columns = fields.map((field) => (field === array ? 'value' : columnOf(field)));
  return `${array === undefined ? names.documents : names.array(array)} (${columns.join(', ')})`;
};

const presentIndexes = (database: DatabaseSync, names: Names, shape: TableShape): string[] => {
  const find = database.prepare(
    `SELECT '"' || name || '"' AS name FROM sqlite_schema WHERE type = 'index' AND name LIKE '%/index/%' AND tbl_name = ?`,
  );
  const tables = [names.documents, ...shape.arrays.map(names.array)];
  return tables.flatMap((table) => find.all(table.slice(1, -1)).map(({ name }) => String(name)));
};

/** Drops one of the sorted indexes; returns false if there is none. */
export const dropNextIndex = (database: DatabaseSync, names: Names, shape: TableShape): boolean => {
  const [index] = presentIndexes(database, names, shape);
  if (index !== undefined) database.exec(`DROP INDEX ${index}`);
  return index !== undefined;
};

export const dropTables = (database: DatabaseSync, names: Names, shape: TableShape): void => {
  const tables = [names.documents, names.tombstones, ...shape.arrays.map(names.array)];
  dropRows(database, names);
  for (const table of [...tables, names.search, names.texts, names.pending])
    database.exec(`DROP TABLE IF EXISTS ${table}`);
};

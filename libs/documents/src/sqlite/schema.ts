import type { DatabaseSync } from 'node:sqlite';
import { arrayColumnOf, columnOf, type Names, type Shape } from './shape.ts';

/** Makes the tables of a generation with all their indexes. */
export const createTables = (database: DatabaseSync, names: Names, shape: Shape): void => {
  const columns = [...shape.fields.map((field) => `${columnOf(field)} ANY`), ...shape.arrays.map(arrayColumn)];
  database.exec(`
    CREATE TABLE ${names.documents} (
      doc INTEGER PRIMARY KEY, id ANY NOT NULL UNIQUE, version INTEGER NOT NULL, fold INTEGER NOT NULL,
      ${columns.map((column) => `${column}, `).join('')} body TEXT NOT NULL
    ) STRICT;
    CREATE TABLE ${names.tombstones} (
      id ANY PRIMARY KEY, version INTEGER NOT NULL, fold INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
  `);
  for (const field of shape.arrays) database.exec(sideTable(names.array(field)));
  if (shape.texts.length > 0) database.exec(textTables(names, shape));
  syncIndexes(database, names, shape);
};

const arrayColumn = (field: string): string => `${arrayColumnOf(field)} TEXT`;

const sideTable = (name: string): string =>
  `CREATE TABLE ${name} (value ANY NOT NULL, doc INTEGER NOT NULL, PRIMARY KEY (value, doc)) STRICT, WITHOUT ROWID;`;

const textTables = (names: Names, shape: Shape): string => {
  const columns = shape.texts.map((_, place) => `c${place}`);
  return `
    CREATE TABLE ${names.texts} (doc INTEGER PRIMARY KEY, ${columns.map((column) => `${column} TEXT`).join(', ')}) STRICT;
    CREATE TABLE ${names.pending} (doc INTEGER PRIMARY KEY) STRICT;
    CREATE VIRTUAL TABLE ${names.search} USING fts5(
      ${columns.join(', ')}, content = '', contentless_delete = 1, detail = column, tokenize = 'trigram case_sensitive 1'
    );
  `;
};

/** Makes the declared sorted indexes that are missing and drops those no longer declared. */
export const syncIndexes = (database: DatabaseSync, names: Names, shape: Shape): void => {
  const wanted = new Map(shape.indexes.map((fields) => [names.index(fields), fields]));
  const present = database
    .prepare(`SELECT name FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL AND tbl_name = ?`)
    .all(names.documents.slice(1, -1)) as { name: string }[];
  for (const { name } of present) if (!wanted.has(`"${name}"`)) database.exec(`DROP INDEX "${name}"`);
  for (const [name, fields] of wanted) {
    if (present.some((index) => `"${index.name}"` === name)) continue;
    database.exec(`CREATE INDEX ${name} ON ${names.documents} (${fields.map(columnOf).join(', ')})`);
  }
};

export const dropTables = (database: DatabaseSync, names: Names, shape: Shape): void => {
  const tables = [names.documents, names.tombstones, ...shape.arrays.map(names.array)];
  if (shape.texts.length > 0) tables.push(names.search, names.texts, names.pending);
  for (const table of tables) database.exec(`DROP TABLE IF EXISTS ${table}`);
};

import { foldText } from '../foldText.ts';
import { valueAt } from '../valueAt.ts';
import type { Names, Shape } from './shape.ts';
import type { Statements } from './statements.ts';

/** Taking trigrams costs mostly by transaction, hardly by document; so many documents share one taking. */
const PENDING_LIMIT = 128;

type Text = string | null;

/** The folded texts of documents, at once, and their trigrams, when enough documents wait. */
export interface TextTables {
  put(doc: number, body: unknown): void;
  remove(doc: number): void;
}

export const createTextTables = (statements: Statements, names: Names, shape: Shape): TextTables => {
  const sql = statementsOf(names, shape);

  const pend = (doc: number): void => {
    statements(sql.pend).run(doc);
    if (Number(statements(sql.waiting).get()?.waiting) >= PENDING_LIMIT) takeTrigrams();
  };

  /** FTS5 leaves a number beyond 2^53 as the last rowid after a deletion, hence `get`; the insertion resets it. */
  const takeTrigrams = (): void => {
    statements(sql.dropTrigrams).get();
    statements(sql.takeTrigrams).get();
    statements(sql.clear).get();
    statements(sql.pend).run(0);
    statements(sql.clear).run();
  };

  const put = (doc: number, body: unknown): void => {
    const texts = shape.texts.map((field) => textOf(valueAt(body, field)));
    const before = statements(sql.stored).get(doc);
    if (before !== undefined && Object.values(before).every((text, place) => text === texts[place])) return;
    statements(sql.store).run(doc, ...texts);
    pend(doc);
  };

  const remove = (doc: number): void => {
    statements(sql.remove).run(doc);
    pend(doc);
  };

  return shape.texts.length === 0 ? { put: () => undefined, remove: () => undefined } : { put, remove };
};

const textOf = (value: unknown): Text => (typeof value === 'string' ? foldText(value) : null);

const statementsOf = ({ texts, search, pending }: Names, shape: Shape) => {
  const columns = shape.texts.map((_, place) => `c${place}`).join(', ');
  return {
    stored: `SELECT ${columns} FROM ${texts} WHERE doc = ?`,
    store: `INSERT OR REPLACE INTO ${texts} (doc, ${columns}) VALUES (?, ${shape.texts.map(() => '?').join(', ')})`,
    remove: `DELETE FROM ${texts} WHERE doc = ?`,
    pend: `INSERT OR IGNORE INTO ${pending} (doc) VALUES (?)`,
    waiting: `SELECT count(*) AS waiting FROM ${pending}`,
    dropTrigrams: `DELETE FROM ${search} WHERE rowid IN (SELECT doc FROM ${pending})`,
    takeTrigrams: `INSERT INTO ${search} (rowid, ${columns})
      SELECT doc, ${columns} FROM ${texts} WHERE doc IN (SELECT doc FROM ${pending})`,
    clear: `DELETE FROM ${pending}`,
  };
};

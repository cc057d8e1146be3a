import { foldText } from '../foldText.ts';
import { valueAt } from '../valueAt.ts';
import type { Names, Shape } from './shape.ts';
import type { Statements } from './statements.ts';

/** Taking trigrams costs mostly by transaction, hardly by document; so many documents share one taking. */
const PENDING_LIMIT = 128;

/** The folded texts of documents, stored at once, and their trigrams, taken when enough documents wait. */
export class TextTables {
  readonly #statements: Statements;
  readonly #fields: readonly string[];
  readonly #sql: ReturnType<typeof statementsOf>;

  constructor(statements: Statements, { names, shape }: { names: Names; shape: Shape }) {
    this.#statements = statements;
    this.#fields = shape.texts;
    this.#sql = statementsOf(names, shape);
  }

  put(doc: number, body: unknown): void {
    if (this.#fields.length === 0) return;
    const texts = this.#fields.map((field) => textOf(valueAt(body, field)));
    const before = this.#statements(this.#sql.stored).get(doc);
    if (before !== undefined && Object.values(before).every((text, place) => text === texts[place])) return;
    this.#statements(this.#sql.store).run(doc, ...texts);
    this.#pend(doc);
  }

  remove(doc: number): void {
    if (this.#fields.length === 0) return;
    this.#statements(this.#sql.remove).run(doc);
    this.#pend(doc);
  }

  #pend(doc: number): void {
    this.#statements(this.#sql.pend).run(doc);
    if (Number(this.#statements(this.#sql.waiting).get()?.waiting) >= PENDING_LIMIT) this.#takeTrigrams();
  }

  /** FTS5 leaves a number beyond 2^53 as the last rowid after a deletion, hence `get`; the insertion resets it. */
  #takeTrigrams(): void {
    this.#statements(this.#sql.dropTrigrams).get();
    this.#statements(this.#sql.takeTrigrams).get();
    this.#statements(this.#sql.clear).get();
    this.#statements(this.#sql.pend).run(0);
    this.#statements(this.#sql.clear).run();
  }
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? foldText(value) : null);

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

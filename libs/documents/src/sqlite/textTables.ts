import { searchableText } from '@almanac/text';
import { valueAt } from '../valueAt.ts';
import type { Names, TableShape } from './shape.ts';
import type { Statements } from './statements.ts';
import { takeTrigramsInThread } from './trigramThread.ts';

/** Characters of a common text: the limit of waiting documents is for such texts, and lower for longer ones. */
const COMMON = 4_096;

/** Maximum characters whose trigrams are written at once on the event loop, in up to 30 ms. */
const MAX_CHARACTERS_ON_LOOP = 65_536;

interface TextTableOptions {
  /** Number of documents whose trigrams are written together. */
  readonly together: number;
  /** Path of the file, if a thread may write the trigrams of long texts. */
  readonly location?: string | undefined;
}

/** The folded texts of documents, stored at once, and their trigrams, written when enough documents wait. */
export class TextTables {
  readonly #statements: Statements;
  readonly #fields: readonly string[];
  readonly #sql: ReturnType<typeof statementsOf>;
  readonly #limit: number;
  readonly #location: string | undefined;
  /** Number of documents that wait for trigrams: first counted in the table, then increased by this process. */
  #waiting: number | undefined;
  /** Total characters of the documents that this process has added. */
  #characters = 0;
  /** True if documents of an earlier process wait, of unknown length. */
  #hasEarlier = false;
  /** True if the thread has failed: then the next trigrams are written here, and a write reports the error. */
  #hasFailed = false;

  constructor(
    statements: Statements,
    { names, shape }: { names: Names; shape: TableShape },
    { together, location }: TextTableOptions,
  ) {
    this.#statements = statements;
    this.#fields = shape.texts;
    this.#sql = statementsOf(names, shape);
    this.#limit = together;
    this.#location = location;
  }

  add(doc: number, body: unknown): void {
    if (this.#fields.length > 0) this.#store(doc, this.#textsOf(body), NEW);
  }

  change(doc: number, body: unknown): void {
    if (this.#fields.length === 0) return;
    const texts = this.#textsOf(body);
    const before = this.#statements<(string | null)[]>(this.#sql.stored).get(doc);
    if (before === undefined || texts.some((text, place) => text !== before[place])) this.#store(doc, texts, TAKEN);
  }

  remove(doc: number): void {
    if (this.#fields.length === 0) return;
    this.#statements(this.#sql.remove).run(doc);
    this.#pend(doc, TAKEN, 0);
  }

  /**
   * Writes waiting trigrams. After a deletion FTS5 has a last rowid above 2^53, hence `get`; the insertion resets it.
   */
  takeTrigrams(): void {
    if (this.#fields.length === 0) return;
    this.#statements(this.#sql.dropTrigrams).get();
    this.#statements(this.#sql.takeTrigrams).get();
    this.#statements(this.#sql.clear).get();
    this.#statements(this.#sql.pend).run(0, NEW);
    this.#statements(this.#sql.clear).run();
    [this.#waiting, this.#characters] = [0, 0];
    this.#hasEarlier = false;
  }

  #textsOf(body: unknown): (string | null)[] {
    return this.#fields.map((field) => textOf(valueAt(body, field)));
  }

  #store(doc: number, texts: readonly (string | null)[], state: number): void {
    this.#statements(this.#sql.store).run(doc, ...texts);
    this.#pend(
      doc,
      state,
      texts.reduce((sum, text) => sum + (text?.length ?? 0), 0),
    );
  }

  #pend(doc: number, state: number, characters: number): void {
    if (this.#waiting === undefined) {
      this.#waiting = this.#countWaiting();
      this.#hasEarlier = this.#waiting > 0;
    }
    this.#statements(this.#sql.pend).run(doc, state);
    this.#characters += characters;
    if (++this.#waiting >= this.#limit || this.#characters >= this.#limit * COMMON) this.#takeTogether();
  }

  #takeTogether(): void {
    const location = this.#location;
    const isShort = this.#characters <= MAX_CHARACTERS_ON_LOOP && !this.#hasEarlier;
    if (location === undefined || isShort || this.#hasFailed) {
      this.takeTrigrams();
      this.#hasFailed = false;
      return;
    }
    takeTrigramsInThread(location, this.#sql, (failed) => {
      this.#hasFailed = failed;
      this.#waiting = undefined;
    });
    [this.#waiting, this.#characters] = [0, 0];
  }

  #countWaiting(): number {
    const [waiting = 0] = this.#statements<[number]>(this.#sql.count).get() ?? [];
    return waiting;
  }
}

/**
 * Marks of waiting documents: `TAKEN` may have trigrams of an earlier text, which must be deleted first; that is
 * expensive.
 */
const [NEW, TAKEN] = [0, 1];

const textOf = (value: unknown): string | null => (typeof value === 'string' ? searchableText(value) : null);

const statementsOf = ({ texts, search, pending }: Names, shape: TableShape) => {
  const columns = shape.texts.map((_, place) => `c${place}`).join(', ');
  const lengths = shape.texts.map((_, place) => `coalesce(length(t.c${place}), 0)`).join(' + ');
  const named = '(SELECT value FROM json_each(?1))';
  return {
    stored: `SELECT ${columns} FROM ${texts} WHERE doc = ?`,
    store: `INSERT OR REPLACE INTO ${texts} (doc, ${columns}) VALUES (?, ${shape.texts.map(() => '?').join(', ')})`,
    remove: `DELETE FROM ${texts} WHERE doc = ?`,
    pend: `INSERT OR IGNORE INTO ${pending} (doc, taken) VALUES (?, ?)`,
    count: `SELECT count(*) AS waiting FROM ${pending}`,
    waiting: `SELECT p.doc, ${lengths} AS characters FROM ${pending} p LEFT JOIN ${texts} t ON t.doc = p.doc
      ORDER BY p.doc LIMIT 500`,
    take: [
      `DELETE FROM ${search} WHERE rowid IN (SELECT doc FROM ${pending} WHERE taken = ${TAKEN} AND doc IN ${named})`,
      `INSERT INTO ${search} (rowid, ${columns}) SELECT doc, ${columns} FROM ${texts} WHERE doc IN ${named}`,
      `DELETE FROM ${pending} WHERE doc IN ${named}`,
    ],
    dropTrigrams: `DELETE FROM ${search} WHERE rowid IN (SELECT doc FROM ${pending} WHERE taken = ${TAKEN})`,
    takeTrigrams: `INSERT INTO ${search} (rowid, ${columns})
      SELECT doc, ${columns} FROM ${texts} WHERE doc IN (SELECT doc FROM ${pending})`,
    clear: `DELETE FROM ${pending}`,
  };
};

import type { DatabaseSync } from 'node:sqlite';
import type { KeptRecord, Records } from '../records.ts';
import { prepareRecords } from './recordStatements.ts';

const PURGE_EVERY_MS = 10_000;
const PURGE_LIMIT = 1_000;
const HIGHEST = '\u{10ffff}';

interface Row {
  readonly id: string;
  readonly revision: number;
  readonly expires: number | null;
  readonly body: string;
}

type PutOptions = NonNullable<Parameters<Records['put']>[3]>;
type ListOptions = NonNullable<Parameters<Records['list']>[1]>;

/** Kept records in a table of a service's SQLite file. `now` gives milliseconds since the epoch. */
export const createSqliteRecords = (database: DatabaseSync, options: { now: () => number }): Records =>
  new SqliteRecords(database, options.now);

class SqliteRecords implements Records {
  readonly #statements: ReturnType<typeof prepareRecords>;
  readonly #now: () => number;
  #purgeAt: number;

  constructor(database: DatabaseSync, now: () => number) {
    this.#statements = prepareRecords(database);
    this.#now = now;
    this.#purgeAt = now() + PURGE_EVERY_MS;
  }

  async insert<Body>(kind: string, id: string, body: Body, { expiresAt }: PutOptions = {}): Promise<boolean> {
    const values = { kind, id, body: JSON.stringify(body), expires: expiresAt ?? null, now: this.#purge() };
    return this.#statements.insert.run(values).changes === 1;
  }

  async get<Body>(kind: string, id: string): Promise<KeptRecord<Body> | undefined> {
    const row = this.#statements.get.get({ kind, id, now: this.#now() });
    return row === undefined ? undefined : recordOf<Body>(row as unknown as Row);
  }

  async put<Body>(kind: string, id: string, body: Body, options: PutOptions = {}): Promise<boolean> {
    const { expiresAt, ifRevision } = options;
    if (ifRevision === 0) return this.insert(kind, id, body, options);
    const values = { kind, id, body: JSON.stringify(body), expires: expiresAt ?? null, now: this.#purge() };
    if (ifRevision === undefined) return this.#statements.put.run(values).changes === 1;
    return this.#statements.replace.run({ ...values, revision: ifRevision }).changes === 1;
  }

  async delete(kind: string, id: string, { ifRevision }: { ifRevision?: number } = {}): Promise<boolean> {
    const values = { kind, id, revision: ifRevision ?? null, now: this.#now() };
    return this.#statements.delete.run(values).changes === 1;
  }

  async list<Body>(kind: string, options: ListOptions = {}): Promise<KeptRecord<Body>[]> {
    const { prefix = '', after, limit = 500, reverse = false } = options;
    const [from, to] = reverse ? [prefix, after ?? prefix + HIGHEST] : [after ?? prefix, prefix + HIGHEST];
    const statement = reverse ? this.#statements.listReverse : this.#statements.list;
    const rows = statement.all({ kind, from, to, prefix, after: after ?? null, now: this.#now(), limit });
    return (rows as unknown as Row[]).map((row) => recordOf<Body>(row));
  }

  /** Deletes, now and then, what has expired; gives the time. */
  #purge(): number {
    const now = this.#now();
    if (now >= this.#purgeAt) {
      this.#purgeAt = now + PURGE_EVERY_MS;
      this.#statements.purge.run({ now, limit: PURGE_LIMIT });
    }
    return now;
  }
}

const recordOf = <Body>({ id, revision, expires, body }: Row): KeptRecord<Body> => ({
  id,
  revision,
  body: JSON.parse(body) as Body,
  ...(expires === null ? {} : { expiresAt: expires }),
});

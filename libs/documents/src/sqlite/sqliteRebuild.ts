import type { DatabaseSync } from 'node:sqlite';
import type { Collection, DocumentId, DocumentWrite, Rebuild, StateDocument } from '../documents.ts';
import { RebuildEndedError } from '../errors.ts';
import type { DocumentTable } from './documentTable.ts';
import type { Generations } from './generations.ts';
import { transact } from './transact.ts';

const PAGE = 500;

/** A rebuild of some collections: begun when made. */
export class SqliteRebuild implements Rebuild {
  readonly #database: DatabaseSync;
  readonly #generations: Generations;
  readonly #tables: ReadonlyMap<string, DocumentTable>;

  constructor(database: DatabaseSync, generations: Generations, collections: readonly Collection[]) {
    this.#database = database;
    this.#generations = generations;
    this.#tables = new Map(generations.begin(collections).map((table) => [table.collection, table]));
  }

  async write(writes: readonly DocumentWrite[]): Promise<void> {
    transact(this.#database, () => {
      for (const { collection, id, version, body } of writes)
        this.#filling(collection).put({ id, version, fold: collection.fold, body });
    });
  }

  async read(collection: Collection, after?: DocumentId, limit = PAGE): Promise<StateDocument[]> {
    return this.#filling(collection).page(after, limit);
  }

  async switch(): Promise<void> {
    this.#generations.switch([...this.#tables.values()]);
  }

  async abandon(): Promise<void> {
    this.#generations.abandon([...this.#tables.values()]);
  }

  #filling({ name }: Collection): DocumentTable {
    const table = this.#tables.get(name);
    if (table === undefined || !this.#generations.isFilling(table)) throw new RebuildEndedError(name);
    return table;
  }
}

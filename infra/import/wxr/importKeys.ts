import type { SiteClient } from '../siteClient.ts';

interface ImportKey {
  readonly key: string;
  readonly id: number;
}

const ROUTE = '/core/v2/import-keys';
const MAX_LOOKED_UP_KEYS = 50;
const MAX_STORED_KEYS = 100;

/** The keys by which later runs find the records that this import creates. */
export class ImportKeys {
  readonly #site: SiteClient;
  /** Keys that wait until those before them are stored. */
  #waiting: ImportKey[] = [];
  #storing: Promise<void> = Promise.resolve();

  constructor(site: SiteClient) {
    this.#site = site;
  }

  /** Returns the ids of records by the keys that earlier runs have stored. */
  async lookUp(keys: readonly string[]): Promise<Map<string, number>> {
    const ids = new Map<string, number>();
    for (let at = 0; at < keys.length; at += MAX_LOOKED_UP_KEYS) {
      const query = new URLSearchParams(keys.slice(at, at + MAX_LOOKED_UP_KEYS).map((key) => ['key[]', key]));
      for (const { key, id } of await this.#site.request<ImportKey[]>('GET', `${ROUTE}?${query}`)) ids.set(key, id);
    }
    return ids;
  }

  /** Stores the keys of a record; those that are added during a request are stored together by the next one. */
  async add(keys: readonly string[], id: number): Promise<void> {
    if (this.#waiting.length === 0) this.#storing = this.#storeAfter(this.#storing);
    this.#waiting.push(...keys.map((key) => ({ key, id })));
    await this.#storing;
  }

  async #storeAfter(earlier: Promise<void>): Promise<void> {
    // Those who added the earlier keys hear of their failure.
    await earlier.catch(() => undefined);
    const keys = this.#waiting;
    this.#waiting = [];
    for (let at = 0; at < keys.length; at += MAX_STORED_KEYS)
      await this.#site.request('POST', ROUTE, { keys: keys.slice(at, at + MAX_STORED_KEYS) });
  }
}

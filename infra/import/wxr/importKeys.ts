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
  #unstored: ImportKey[] = [];

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

  /** Stores the keys of a record, together with those of other records. */
  async add(keys: readonly string[], id: number): Promise<void> {
    this.#unstored.push(...keys.map((key) => ({ key, id })));
    if (this.#unstored.length >= MAX_STORED_KEYS) await this.store();
  }

  /** Stores the keys that are not stored yet. */
  async store(): Promise<void> {
    while (this.#unstored.length > 0) {
      const keys = this.#unstored.splice(0, MAX_STORED_KEYS);
      await this.#site.request('POST', ROUTE, { keys });
    }
  }
}

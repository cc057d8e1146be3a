import { type ImportKey, KEYS_ROUTE, KeyQueue } from '../keyQueue.ts';
import type { SiteClient } from '../siteClient.ts';

const MAX_LOOKED_UP_KEYS = 50;

/** The keys by which later runs find the records that this import creates. */
export class ImportKeys {
  readonly #site: SiteClient;
  readonly #queue: KeyQueue;

  constructor(site: SiteClient) {
    this.#site = site;
    this.#queue = new KeyQueue(site);
  }

  /** Returns the ids of records by the keys that earlier runs have stored. */
  async lookUp(keys: readonly string[]): Promise<Map<string, number>> {
    const ids = new Map<string, number>();
    for (let at = 0; at < keys.length; at += MAX_LOOKED_UP_KEYS) {
      const query = new URLSearchParams(keys.slice(at, at + MAX_LOOKED_UP_KEYS).map((key) => ['key[]', key]));
      for (const { key, id } of await this.#site.request<ImportKey[]>('GET', `${KEYS_ROUTE}?${query}`))
        ids.set(key, id);
    }
    return ids;
  }

  /** Stores the keys of a record. */
  add(keys: readonly string[], id: number): Promise<void> {
    return this.#queue.add(keys.map((key) => ({ key, id })));
  }
}

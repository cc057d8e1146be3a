import type { SiteClient } from './siteClient.ts';

/** The key of a record of another site or file, as the site stores it. */
export interface ImportKey {
  readonly key: string;
  /** The id of the record on this site. */
  readonly id: number;
  /** The state of the record at the last move. */
  readonly mark?: string;
}

/** The route of the keys by which later runs find the records that a run creates. */
export const KEYS_ROUTE = '/core/v2/import-keys';

const MAX_STORED_KEYS = 100;

/** Stores keys on a site; those that are added during a request are stored together by the next one. */
export class KeyQueue {
  readonly #site: SiteClient;
  /** Keys that wait until those before them are stored. */
  #waiting: ImportKey[] = [];
  #storing: Promise<void> = Promise.resolve();

  constructor(site: SiteClient) {
    this.#site = site;
  }

  /** Resolves when the keys are stored. */
  async add(keys: readonly ImportKey[]): Promise<void> {
    if (this.#waiting.length === 0) this.#storing = this.#storeAfter(this.#storing);
    this.#waiting.push(...keys);
    await this.#storing;
  }

  async #storeAfter(earlier: Promise<void>): Promise<void> {
    // Those who added the earlier keys hear of their failure.
    await earlier.catch(() => undefined);
    const keys = this.#waiting;
    this.#waiting = [];
    for (let at = 0; at < keys.length; at += MAX_STORED_KEYS)
      await this.#site.request('POST', KEYS_ROUTE, { keys: keys.slice(at, at + MAX_STORED_KEYS) });
  }
}

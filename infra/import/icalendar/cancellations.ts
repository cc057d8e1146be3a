import { type ImportKey, KEYS_ROUTE } from '../keyQueue.ts';
import { RefusedError, type SiteClient } from '../siteClient.ts';

const MAX_LOOKED_UP_KEYS = 50;

const keyOf = (id: number): string => `cancelled-event/${id}`;

/** Refusals to an account that may import events, but not manage the site. */
const FORBIDDEN_STATUSES = [401, 403];

/**
 * The events that imports have moved to the trash because their entries were cancelled, with their former statuses. So
 * they come back with their entries, and what a person has moved to the trash stays there.
 */
export class Cancellations {
  readonly #site: SiteClient;

  constructor(site: SiteClient) {
    this.#site = site;
  }

  /** Stores that an import has moved an event to the trash. */
  async store(id: number, status: string): Promise<void> {
    const keys: readonly ImportKey[] = [{ key: keyOf(id), id, mark: status }];
    await this.#allowed(this.#site.request('POST', KEYS_ROUTE, { keys }));
  }

  /** Returns the former statuses of events that imports have moved to the trash, by their ids. */
  async statusesOf(ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
    const statuses = new Map<number, string>();
    for (let at = 0; at < ids.length; at += MAX_LOOKED_UP_KEYS) {
      const query = new URLSearchParams(ids.slice(at, at + MAX_LOOKED_UP_KEYS).map((id) => ['key[]', keyOf(id)]));
      const keys = await this.#allowed(this.#site.request<ImportKey[]>('GET', `${KEYS_ROUTE}?${query}`));
      for (const { id, mark = '' } of keys ?? []) if (mark !== '') statuses.set(id, mark);
    }
    return statuses;
  }

  /** Forgets an event that has come back. */
  async forget(id: number): Promise<void> {
    await this.store(id, '');
  }

  /** Returns undefined if the account may not store keys: then events in the trash stay there. */
  async #allowed<Answer>(asking: Promise<Answer>): Promise<Answer | undefined> {
    return asking.catch((error: unknown) => {
      if (error instanceof RefusedError && FORBIDDEN_STATUSES.includes(error.status)) return undefined;
      throw error;
    });
  }
}

import type { Entries } from '@almanac/documents';
import type { Effect } from '@almanac/effects';

const DELIVERIES = 'webhook-delivery';
const RESULTS = 'webhook-result';
const DAY_MS = 86_400_000;
const DELIVERY_DAYS = 30;
const RESULT_DAYS = 365;
/** Maximum number of deliveries listed per webhook. */
const MAX_LISTED_DELIVERIES = 1_000;

/** Result of the attempts to deliver an event to a webhook. */
export interface HookDelivery {
  readonly id: string;
  /** Position of the event in the feed; null for a ping. */
  readonly event: string | null;
  readonly type: string;
  readonly subject: string;
  readonly status: 'failing' | 'delivered' | 'failed' | 'dropped';
  readonly attempts: number;
  readonly response_status: number | null;
  readonly error: string | null;
  /** ISO 8601, UTC. */
  readonly created: string;
  readonly last_attempt: string;
}

/** Last success and last error of a webhook. */
export interface HookResult {
  readonly last_success_at: string | null;
  readonly last_error: string | null;
}

export interface DeliveryOutcome extends Pick<HookDelivery, 'event' | 'type' | 'subject' | 'status'> {
  readonly response_status?: number | undefined;
  readonly error?: string | undefined;
}

const noResult: HookResult = { last_success_at: null, last_error: null };

/**
 * Stores the results of deliveries for 30 days: ids and statuses, no contents of events or answers. The last success
 * and error of a webhook expire a year after its last delivery. They need an expiry, because a delivery may end after
 * its webhook was deleted.
 */
export class HookDeliveries {
  readonly #entries: Entries;
  readonly #now: () => Date;

  constructor({ entries, now }: { readonly entries: Entries; readonly now: () => Date }) {
    this.#entries = entries;
    this.#now = now;
  }

  async note(hook: number, effect: Pick<Effect, 'id' | 'at'>, told: DeliveryOutcome): Promise<void> {
    const id = `${hook}/${effect.at}/${effect.id}`;
    const before = (await this.#entries.get<HookDelivery>(DELIVERIES, id))?.body;
    const at = this.#now();
    const { event, type, subject, status, response_status = null, error = null } = told;
    const attempts = (before?.attempts ?? 0) + (status === 'failing' || status === 'delivered' ? 1 : 0);
    const delivery: HookDelivery = {
      id: effect.id,
      event,
      type,
      subject,
      status,
      attempts,
      response_status: response_status ?? before?.response_status ?? null,
      error,
      created: effect.at,
      last_attempt: at.toISOString(),
    };
    await this.#entries.put(DELIVERIES, id, delivery, { expiresAt: at.getTime() + DELIVERY_DAYS * DAY_MS });
    if (status !== 'dropped') await this.#noteResult(hook, delivery);
  }

  /** Returns the deliveries of a webhook, newest first. */
  async list(hook: number): Promise<HookDelivery[]> {
    const options = { prefix: `${hook}/`, reverse: true, limit: MAX_LISTED_DELIVERIES };
    return (await this.#entries.list<HookDelivery>(DELIVERIES, options)).map(({ body }) => body);
  }

  async result(hook: number): Promise<HookResult> {
    return (await this.#entries.get<HookResult>(RESULTS, String(hook)))?.body ?? noResult;
  }

  async forget(hook: number): Promise<void> {
    await this.#entries.delete(RESULTS, String(hook));
  }

  async #noteResult(hook: number, { status, error, last_attempt }: HookDelivery): Promise<void> {
    const before = await this.result(hook);
    const after =
      status === 'delivered' ? { ...before, last_success_at: last_attempt } : { ...before, last_error: error };
    const expiresAt = Date.parse(last_attempt) + RESULT_DAYS * DAY_MS;
    await this.#entries.put<HookResult>(RESULTS, String(hook), after, { expiresAt });
  }
}

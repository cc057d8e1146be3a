import { type Outgoing, OutgoingError, type OutgoingRequest, type OutgoingResponse } from '@almanac/outgoing';
import type { RestRequest } from '@almanac/rest';
import type { Log } from '@almanac/service';
import { lookUpsBusy } from './lookUpBudget.ts';

export interface FetchingPorts {
  readonly outgoing: Outgoing;
  readonly log: Log;
  /** Aborts the look-up. */
  readonly signal: AbortSignal;
}

/** Timeout in milliseconds for all requests of one look-up. */
const LOOK_UP_MS = 12_000;

/** Returns a signal that aborts a look-up at its timeout, or if its client disconnects. */
export const lookUpSignal = ({ abandoned }: Pick<RestRequest, 'abandoned'>): AbortSignal =>
  AbortSignal.any([abandoned(), AbortSignal.timeout(LOOK_UP_MS)]);

/** Options for fetching an external page: its first bytes are enough for the head. */
export const PAGE = {
  accept: 'text/html,application/xhtml+xml;q=0.9',
  maxBytes: 150 * 1024,
  cut: true,
  timeout: 5_000,
} as const satisfies OutgoingRequest;

/**
 * Fetches an address; undefined if that fails. The reason is only logged, so that the caller learns nothing about
 * internal addresses (`libs/outgoing`).
 * @throws DomainError 429 if too many look-ups run and wait
 */
export const fetchText = async (
  { outgoing, log, signal }: FetchingPorts,
  url: string,
  bounds: OutgoingRequest,
): Promise<OutgoingResponse | undefined> => {
  try {
    return await outgoing.fetch(url, { ...bounds, signal });
  } catch (error) {
    if (!(error instanceof OutgoingError)) throw error;
    if (error.reason === 'busy') throw lookUpsBusy();
    log.info({ url, reason: error.reason, err: error }, 'a page could not be fetched');
    return undefined;
  }
};

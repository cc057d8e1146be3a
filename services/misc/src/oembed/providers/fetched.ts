import { type Outgoing, OutgoingError, type OutgoingRequest, type OutgoingResponse } from '@almanac/outgoing';
import type { RestRequest } from '@almanac/rest';
import type { Log } from '@almanac/service';
import { lookUpsBusy } from './lookUpBudget.ts';

export interface FetchingPorts {
  readonly outgoing: Outgoing;
  readonly log: Log;
  /** Ends the look-up. */
  readonly signal: AbortSignal;
}

/** Milliseconds for all that one look-up asks. */
const LOOK_UP_MS = 12_000;

/** Ends a look-up with its time, or when its client leaves. */
export const lookUpSignal = ({ abandoned }: Pick<RestRequest, 'abandoned'>): AbortSignal =>
  AbortSignal.any([abandoned(), AbortSignal.timeout(LOOK_UP_MS)]);

/** The page at a foreign address is read so far: its head is in there, if it has one. */
export const PAGE = {
  accept: 'text/html,application/xhtml+xml;q=0.9',
  maxBytes: 150 * 1024,
  cut: true,
  timeout: 5_000,
} as const satisfies OutgoingRequest;

/**
 * Asks an address; undefined if that fails. The reason is for the log alone: who asks must not learn what lies behind an
 * address (`libs/outgoing`).
 * @throws DomainError 429 while too many look-ups run and wait
 */
export const fetched = async (
  { outgoing, log, signal }: FetchingPorts,
  url: string,
  bounds: OutgoingRequest,
): Promise<OutgoingResponse | undefined> => {
  try {
    return await outgoing.fetch(url, { ...bounds, signal });
  } catch (error) {
    if (!(error instanceof OutgoingError)) throw error;
    if (error.reason === 'busy') throw lookUpsBusy();
    log.info({ url, reason: error.reason, err: error }, 'nothing came from there');
    return undefined;
  }
};

import { type Outgoing, OutgoingError, type OutgoingRequest, type OutgoingResponse } from '@almanac/outgoing';
import type { Log } from '@almanac/service';

export interface FetchingPorts {
  readonly outgoing: Outgoing;
  readonly log: Log;
}

/** The page at a foreign address is read so far: its head is in there, if it has one. */
export const PAGE = {
  accept: 'text/html,application/xhtml+xml;q=0.9',
  maxBytes: 150 * 1024,
  cut: true,
  timeout: 5_000,
} as const satisfies OutgoingRequest;

/** What goes wrong is for the log alone: who asks must not learn what lies behind an address (`libs/outgoing`). */
export const fetched = async (
  { outgoing, log }: FetchingPorts,
  url: string,
  bounds: OutgoingRequest,
): Promise<OutgoingResponse | undefined> => {
  try {
    return await outgoing.fetch(url, bounds);
  } catch (error) {
    if (!(error instanceof OutgoingError)) throw error;
    log.info({ url, reason: error.reason, err: error }, 'nothing came from there');
    return undefined;
  }
};

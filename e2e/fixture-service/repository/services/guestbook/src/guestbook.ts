import type { Documents } from '@almanac/documents';
import type { Numbers } from '@almanac/event-sourcing';
import type { RestRequest } from '@almanac/rest';

/** Ports of the slices of this service. */
export interface Guestbook {
  readonly documents: Documents;
  readonly numbers: Numbers;
  /** Waits briefly until the copies contain what the client has written elsewhere. */
  readonly waitForCopies: (request: Pick<RestRequest, 'headers'>) => Promise<void>;
}

import type { Documents } from '@almanac/documents';
import type { Numbers } from '@almanac/event-sourcing';
import type { RestRequest } from '@almanac/rest';

/** What the slices of this service work with. */
export interface Guestbook {
  readonly documents: Documents;
  readonly numbers: Numbers;
  /** Waits, not long, until the copies have what the client of a request has written elsewhere. */
  readonly waitForCopies: (request: Pick<RestRequest, 'headers'>) => Promise<void>;
}

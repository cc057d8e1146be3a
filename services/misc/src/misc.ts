import type { Documents, Entries } from '@almanac/documents';
import type { Texts } from '@almanac/i18n';
import type { Outgoing } from '@almanac/outgoing';
import type { RestRequest } from '@almanac/rest';
import type { FetchInternal, Limits, Log } from '@almanac/service';
import type { Settings } from '@almanac/settings';

/** What the slices of this service work with. */
export interface Misc {
  readonly documents: Documents;
  readonly entries: Entries;
  readonly now: () => Date;
  readonly log: Log;
  readonly limits: Limits;
  readonly fetchInternal: FetchInternal;
  readonly settings: Settings;
  readonly texts: Texts;
  readonly outgoing: Outgoing;
  /** Ten random letters and digits. */
  readonly newSecret: () => string;
  /** Waits, not long, until the copies have what the client of a request has written elsewhere. */
  readonly waitForCopies: (request: Pick<RestRequest, 'headers'>) => Promise<void>;
}

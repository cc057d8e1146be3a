import type { Commands } from '@almanac/event-sourcing';
import type { Texts } from '@almanac/i18n';
import type { Outgoing } from '@almanac/outgoing';
import type { RestRequest } from '@almanac/rest';
import type { ServicePorts, Settings } from '@almanac/service';
import type { Packages } from './ports.ts';

/** What the slices of this service work with. */
export interface Misc extends ServicePorts {
  readonly settings: Settings;
  readonly texts: Texts;
  readonly commands: Commands;
  /** For addresses of pages that people look up. */
  readonly outgoing: Outgoing;
  readonly packages: Packages;
  /** A new UUID, version 4. */
  readonly newId: () => string;
  /** Ten random letters and digits. */
  readonly newSecret: () => string;
  /**
   * Waits, not long, until the copies have what the client of a request has written elsewhere.
   * @param patience in milliseconds, where it may take longer
   */
  readonly waitForCopies: (request: Pick<RestRequest, 'headers'>, patience?: number) => Promise<void>;
}

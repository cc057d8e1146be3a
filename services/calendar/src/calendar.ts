import type { SiteLanguages } from '@almanac/content-model';
import type { Outgoing } from '@almanac/outgoing';
import type { ServicePorts, Settings } from '@almanac/service';
import type { LinkingEvents } from './ports.ts';
import type { RecordViews } from './rememberViews.ts';

/** The services that the calendar's slices share, and the port by which lower slices query events. */
export interface Calendar
  extends Pick<
    ServicePorts,
    'documents' | 'entries' | 'numbers' | 'now' | 'fetchInternal' | 'secret' | 'otherSecrets' | 'limits'
  > {
  /** The log, for the history of a record. */
  readonly store: Pick<ServicePorts['store'], 'readStream' | 'commitAt'>;
  readonly settings: Settings;
  readonly languages: SiteLanguages;
  readonly linkingEvents: LinkingEvents;
  /** Fetches followed feeds. */
  readonly feedOutgoing: Outgoing;
  /** The views of records that were rendered last. */
  readonly views: RecordViews;
}

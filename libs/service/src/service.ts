import type { RequestListener } from 'node:http';
import type { Publishing, ServiceName } from '@almanac/contracts';
import type { Documents, Entries } from '@almanac/documents';
import type { EventStore } from '@almanac/event-store';
import type { Bus } from '@almanac/messaging';
import type { Numbers, Registration } from '@almanac/write-side';
import type { FetchInternal } from './fetchInternal.ts';
import type { Log } from './log.ts';
import type { SiteFile } from './siteFile.ts';

/** Everything a service needs from outside; which adapters stand behind is decided in main.ts alone. */
export interface ServicePorts {
  readonly store: EventStore;
  readonly documents: Documents;
  readonly entries: Entries;
  readonly bus: Bus;
  readonly numbers: Numbers;
  readonly now: () => Date;
  readonly log: Log;
  /** What its operator says of a new site; what it is now, the service's `FollowedSettings` know. */
  readonly site: SiteFile;
  /** Shared by the gateway and all services of the site: signs principals. */
  readonly secret: string;
  readonly fetchInternal: FetchInternal;
}

/**
 * A service, composed and not yet listening. Beside `create<Name>(ports)`, its `src/app.ts` exports `collections`: every
 * collection that its documents are opened with, those made from others' events included.
 */
export interface ServiceApp {
  readonly name: ServiceName;
  readonly listener: RequestListener;
  /** What it publishes of its commits; the relay or the embedded bus asks. */
  readonly publishing: Publishing;
  /** Its aggregates with their documents, for projectors and rebuilding. */
  readonly registrations: readonly Registration[];
  /** Subscribes, starts timers, makes what a first start needs; it may be asked before others listen. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

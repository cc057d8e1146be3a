import type { RequestListener } from 'node:http';
import type { Publishing, ServiceName } from '@almanac/contracts';
import type { Documents, Entries } from '@almanac/documents';
import type { Effects } from '@almanac/effects';
import type { Numbers } from '@almanac/event-sourcing';
import type { EventStore } from '@almanac/event-store';
import type { Bus } from '@almanac/messaging';
import type { Secrets } from '@almanac/secrets';
import type { FetchInternal } from './fetchInternal.ts';
import type { Limits } from './limits.ts';
import type { Log } from './log.ts';
import type { RecordRegistration } from './recordRegistration.ts';
import type { SiteFile } from './siteFile.ts';

/** Everything a service needs from outside; main.ts alone chooses the adapters. */
export interface ServicePorts {
  readonly store: EventStore;
  readonly documents: Documents;
  readonly entries: Entries;
  readonly bus: Bus;
  /** Has done outside the site what commits want. */
  readonly effects: Effects;
  /** Tokens and keys of outside services, encrypted. */
  readonly secrets: Secrets;
  readonly numbers: Numbers;
  readonly now: () => Date;
  readonly log: Log;
  /**
   * The site as its operator described it before the first start; the present settings are in the service's
   * `FollowedSettings`.
   */
  readonly site: SiteFile;
  /** Shared by the gateway and all services of the site: signs principals. */
  readonly secret: string;
  readonly fetchInternal: FetchInternal;
  /** What is limited over time, counted by all replicas together. */
  readonly limits: Limits;
}

/** Something outside of the site that the operator has configured. */
export interface OutsideService {
  /** The variable that names it. */
  readonly setting: string;
  /** What is wrong with it, undefined where it answers as it should. @throws why it does not answer */
  complaint(): Promise<string | undefined>;
}

/**
 * A service, composed and not yet listening. Beside `create<Name>(ports)`, its `src/app.ts` exports `collections`: every
 * collection that its documents are opened with, those made from others' events included.
 */
export interface ServiceApp {
  readonly name: ServiceName;
  readonly listener: RequestListener;
  /** What it publishes of its commits, for the relay or the embedded bus. */
  readonly publishing: Publishing;
  /** Its aggregates with their documents, for projectors and rebuilding. */
  readonly registrations: readonly RecordRegistration[];
  /** The leases under which it does due work: one of its processes holds each while it runs. */
  readonly dueWork?: readonly string[];
  /** The outside services that it is configured with and asks at present. */
  readonly outside?: () => Promise<readonly OutsideService[]>;
  /** Subscribes, starts timers, makes what a first start needs. Other services may not be listening yet. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

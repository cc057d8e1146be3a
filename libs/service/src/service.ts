import type { RequestListener } from 'node:http';
import type { Publishing, ServiceName } from '@almanac/contracts';
import type { Documents, Entries } from '@almanac/documents';
import type { Effects } from '@almanac/effects';
import type { Numbers } from '@almanac/event-sourcing';
import type { EventStore } from '@almanac/event-store';
import type { PublicKeys } from '@almanac/identity';
import type { Bus } from '@almanac/messaging';
import type { ExpensiveAnswers, SharedSources } from '@almanac/rest';
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
  /** Runs the outside effects of commits. */
  readonly effects: Effects;
  /** Encrypted tokens and keys of outside services. */
  readonly secrets: Secrets;
  readonly numbers: Numbers;
  readonly now: () => Date;
  readonly log: Log;
  /**
   * The site as its operator described it before the first start.
   * The service's `FollowedSettings` has the current settings.
   */
  readonly site: SiteFile;
  /** The secret of the gateway and all services of the site: signs principals. */
  readonly secret: string;
  /** Secrets of the site that are accepted too, during a rotation; nothing is signed with them. */
  readonly otherSecrets?: readonly string[];
  /** The public keys of the site's processes, which then sign their requests with keys of their own. */
  readonly publicKeys?: PublicKeys | undefined;
  readonly fetchInternal: FetchInternal;
  /** Rate limits, counted by all replicas together. */
  readonly limits: Limits;
  /** Bounds feeds, sitemaps, exports and imports of files of all services in the process. */
  readonly expensiveAnswers: ExpensiveAnswers;
  /** Aborts with `siteStopping()` when the process stops: long writes end. Commands of operators have none. */
  readonly stopping?: AbortSignal;
  /** True if the ports note what answers are made from; see `notedPorts`. */
  readonly notesSources?: true;
  /** The versions of the service's sources for gateways in other processes; absent if processes do not share the store. */
  readonly sharedSources?: SharedSources;
}

/** An outside service that the operator has configured. */
export interface OutsideService {
  /** The variable that names it. */
  readonly setting: string;
  /**
   * Returns its problem; undefined if it answers as it should.
   * @throws the reason why it does not answer
   */
  complaint(): Promise<string | undefined>;
}

/** A service, composed and not yet listening. */
export interface ServiceApp {
  readonly name: ServiceName;
  readonly listener: RequestListener;
  /** The integration events of its commits, for the relay or the embedded bus. */
  readonly publishing: Publishing;
  /** Its aggregates with their documents, for projectors and rebuilds. */
  readonly registrations: readonly RecordRegistration[];
  /** The leases of its due work: one of its processes holds each while it runs. */
  readonly dueWork?: readonly string[];
  /** Returns the outside services that are configured and in use at present. */
  readonly outside?: () => Promise<readonly OutsideService[]>;
  /** Subscribes, starts timers, and creates the data of a first start. Other services may not be listening yet. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

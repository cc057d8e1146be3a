import type { SiteLanguages } from '@almanac/content-model';
import type { Commands } from '@almanac/event-sourcing';
import type { Texts } from '@almanac/i18n';
import type { RestRequest } from '@almanac/rest';
import type { FollowedSettings, ServicePorts, Settings } from '@almanac/service';
import type { Accounts, FeaturedImages, FindContentImages, NamingPosts, References } from './ports.ts';

/** Source of random bytes; production uses the system's. */
export type Random = (bytes: number) => Buffer;

/** Ports shared by the slices of core, and those by which they query one another. */
export interface Core extends ServicePorts {
  readonly commands: Commands;
  readonly settings: Settings & Pick<FollowedSettings, 'refresh'>;
  readonly languages: SiteLanguages;
  readonly texts: Texts;
  /** Texts for pages of the site. */
  readonly pageTexts: Texts;
  readonly accounts: Accounts;
  readonly namingPosts: NamingPosts;
  readonly featuredImages: FeaturedImages;
  readonly contentImages: FindContentImages;
  readonly references: References;
  readonly random: Random;
  /** The epoch of a position of core's log (docs/architecture.md §3). */
  readonly epochAt: (position: number) => Promise<number>;
  /** Waits for a short time until the copies include the client's own writes to other services. */
  readonly waitForCopies: (request: Pick<RestRequest, 'headers'>) => Promise<void>;
  /** Returns a new UUID, version 4. */
  readonly newId: () => string;
}

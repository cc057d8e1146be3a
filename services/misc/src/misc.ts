import type { CommandContext, Commands, UnitOfWork } from '@almanac/event-sourcing';
import type { Texts } from '@almanac/i18n';
import type { Outgoing } from '@almanac/outgoing';
import type { RestRequest } from '@almanac/rest';
import type { ServicePorts, Settings } from '@almanac/service';

/** Parts of misc that can be switched off as a whole (docs/interface/installer.md §1), in the order of lists. */
export const packageSlugs = [
  'popups',
  'second-step',
  'social-feed',
  'rendered-content',
  'url-details',
  'event-stream',
  'webhooks',
] as const;

export type PackageSlug = (typeof packageSlugs)[number];

/** The states of packages; the room `installer` knows them. */
export interface Packages {
  /** True if the package is active now, on whichever replica it was switched. Work of a package asks before each step. */
  isActive(slug: PackageSlug): Promise<boolean>;
}

/** Packages that the site may need; while it does, they are not switched off. */
export type NeededPackages = ReadonlyMap<PackageSlug, (unit: UnitOfWork) => Promise<boolean>>;

/** The ports that all rooms of misc share. */
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

/** The context of commands that the service runs by itself. */
export const asSystem = ({ newId }: { readonly newId: () => string }): CommandContext => {
  const id = newId();
  return { principal: 'system', language: 'en', correlation: id, causation: id };
};

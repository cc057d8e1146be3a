import { systemContext } from '@almanac/content-model';
import type { CommandContext, Commands, UnitOfWork } from '@almanac/event-sourcing';
import { defaultLanguage, type Texts } from '@almanac/i18n';
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

/** The states of packages; implemented by the slice `installer`. */
export interface Packages {
  /** True if the package is active now, according to any replica. Work of a package checks it before each step. */
  isActive(slug: PackageSlug): Promise<boolean>;
}

/** Functions that are true while the site needs a package; it then cannot be switched off. */
export type NeededPackages = ReadonlyMap<PackageSlug, (unit: UnitOfWork) => Promise<boolean>>;

/** The ports shared by all slices of misc. */
export interface Misc extends ServicePorts {
  readonly settings: Settings;
  readonly texts: Texts;
  readonly commands: Commands;
  /** HTTP client for addresses that users look up. */
  readonly outgoing: Outgoing;
  readonly packages: Packages;
  /** Returns a new UUID, version 4. */
  readonly newId: () => string;
  /** Returns ten random letters and digits. */
  readonly newSecret: () => string;
  /**
   * Waits for a short time until the copies include the client's own writes to other services.
   * @param patience maximum wait in milliseconds, if it may be longer
   */
  readonly waitForCopies: (request: Pick<RestRequest, 'headers'>, patience?: number) => Promise<void>;
}

/** Returns the context of commands that the service runs itself. */
export const asSystem = ({ newId }: { readonly newId: () => string }): CommandContext =>
  systemContext(defaultLanguage(), newId());

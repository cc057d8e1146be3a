import type { UnitOfWork } from '@almanac/event-sourcing';

// What slices ask of one another against the direction of their imports, or without knowing one another.

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

/** Which packages are active; answered by `packages`. */
export interface Packages {
  /** Whether it is now, on whatever replica it was switched. Work of a package asks before each step that it takes. */
  isActive(slug: PackageSlug): Promise<boolean>;
}

/** Packages that something of the site asks for at times: while it does, they are not switched off. */
export type NeededPackages = ReadonlyMap<PackageSlug, (unit: UnitOfWork) => Promise<boolean>>;

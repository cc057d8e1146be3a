import type { Collection } from '@almanac/documents';
import { type Decider, idOfStream } from '@almanac/event-sourcing';
import type { Event } from '@almanac/event-store';
import type { RecordRegistration } from '@almanac/service';
import { miscErrors } from '../../errors.ts';
import { type PackageSlug, packageSlugs } from '../../misc.ts';

export interface Package {
  readonly slug: PackageSlug | '';
  readonly version: number;
  /** True if a person has switched the package off. */
  readonly isOff: boolean;
  /** True if the subscription includes the package, according to the vendor's last answer. */
  readonly isEntitled: boolean;
}

type Nothing = Readonly<Record<never, never>>;

export type PackageEvent =
  | Event<'PackageSwitchedOff', Nothing>
  | Event<'PackageSwitchedOn', Nothing>
  | Event<'PackageEntitlementEnded', Nothing>
  | Event<'PackageEntitlementReturned', Nothing>;

export type PackageStatus = 'active' | 'inactive';

export type PackageCommand =
  | { readonly type: 'SetStatus'; readonly status: PackageStatus }
  | { readonly type: 'SetEntitled'; readonly isEntitled: boolean };

export interface PackageFacts {
  /** True if a setting of the site requires the package. */
  readonly isNeeded: boolean;
}

export const initialPackage: Package = { slug: '', version: 0, isOff: false, isEntitled: true };

/** Returns `active` unless a person or the subscription has switched the package off. */
export const statusOf = ({ isOff, isEntitled }: Package): PackageStatus =>
  isOff || !isEntitled ? 'inactive' : 'active';

const reasonOf = ({ isOff, isEntitled }: Package): 'person' | 'subscription' | null => {
  if (!isEntitled) return 'subscription';
  return isOff ? 'person' : null;
};

/** Returns the members of answers that follow from the state of a package. */
export const packageState = (state: Package) => ({
  status: statusOf(state),
  entitled: state.isEntitled,
  reason: reasonOf(state),
});

const changes: ReadonlyMap<PackageEvent['type'], Partial<Package>> = new Map([
  ['PackageSwitchedOff', { isOff: true }],
  ['PackageSwitchedOn', { isOff: false }],
  ['PackageEntitlementEnded', { isEntitled: false }],
  ['PackageEntitlementReturned', { isEntitled: true }],
]);

/** Decider of packages, `package-<slug>` (docs/interface/installer.md §1); they exist from the start. */
export const packageDecider: Decider<Package, PackageEvent, PackageCommand, PackageFacts> = {
  category: 'package',
  initialState: initialPackage,
  eventTypes: [...changes.keys()],
  projectionVersion: 1,
  evolve: (state, { type, stream, version }) => ({
    ...state,
    ...changes.get(type),
    slug: packageSlugs.find((slug) => slug === idOfStream(stream)) ?? '',
    version,
  }),
  /** @throws DomainError 409 for a package that the site needs, or that the subscription does not include */
  decide: (state, command, { isNeeded }) => {
    if (command.type === 'SetStatus') return decideStatus(state, command.status, isNeeded);
    if (command.isEntitled === state.isEntitled) return [];
    if (command.isEntitled) return [{ type: 'PackageEntitlementReturned', data: {} }];
    // the vendor must not lock out the site's users
    return isNeeded ? [] : [{ type: 'PackageEntitlementEnded', data: {} }];
  },
};

const decideStatus = (state: Package, status: PackageStatus, isNeeded: boolean): PackageEvent[] => {
  if (status === statusOf(state)) return [];
  if (status === 'active') {
    if (!state.isEntitled) throw miscErrors.packageNotEntitled();
    return [{ type: 'PackageSwitchedOn', data: {} }];
  }
  if (isNeeded) throw miscErrors.packageNeeded();
  return [{ type: 'PackageSwitchedOff', data: {} }];
};

export const packages: Collection = {
  name: 'packages',
  projectionVersion: packageDecider.projectionVersion,
  indexes: [],
};

export const packageRegistration: RecordRegistration<Package, PackageEvent> = {
  aggregate: packageDecider,
  collection: packages,
  written: { members: packageState },
};

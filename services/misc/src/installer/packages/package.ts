import type { Collection } from '@almanac/documents';
import { type Decider, idOfStream, type Registration } from '@almanac/event-sourcing';
import type { Event } from '@almanac/event-store';
import { DomainError } from '@almanac/i18n';
import { type PackageSlug, packageSlugs } from '../../misc.ts';

export interface Package {
  readonly slug: PackageSlug | '';
  readonly version: number;
  /** Whether a person has switched it off. */
  readonly isOff: boolean;
  /** Whether the subscription, as it was last heard of, has it. */
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
  /** Whether something of the site asks for the package. */
  readonly isNeeded: boolean;
}

export const untouched: Package = { slug: '', version: 0, isOff: false, isEntitled: true };

export const packageMessages = {
  unknown: 'There is no such package.',
  needed: 'The site asks for this package; change the setting that does first.',
  notEntitled: 'The subscription does not have this package.',
} as const;

export const noSuchPackage = (): DomainError =>
  new DomainError('installer_package_not_found', 404, packageMessages.unknown);

/** What a package is, of both who may switch it off. */
export const statusOf = ({ isOff, isEntitled }: Package): PackageStatus =>
  isOff || !isEntitled ? 'inactive' : 'active';

const changes: ReadonlyMap<PackageEvent['type'], Partial<Package>> = new Map([
  ['PackageSwitchedOff', { isOff: true }],
  ['PackageSwitchedOn', { isOff: false }],
  ['PackageEntitlementEnded', { isEntitled: false }],
  ['PackageEntitlementReturned', { isEntitled: true }],
]);

const refusal = (code: string, message: string): DomainError => new DomainError(code, 409, message);

/** Packages, `package-<slug>`, with their decisions (docs/interface/installer.md §1); they are there from the start. */
export const packageDecider: Decider<Package, PackageEvent, PackageCommand, PackageFacts> = {
  category: 'package',
  initialState: untouched,
  eventTypes: [...changes.keys()],
  projectionVersion: 1,
  evolve: (state, { type, stream, version }) => ({
    ...state,
    ...changes.get(type),
    slug: packageSlugs.find((slug) => slug === idOfStream(stream)) ?? '',
    version,
  }),
  /** @throws DomainError 409 for a package that the site needs, or that the subscription does not have */
  decide: (state, command, { isNeeded }) => {
    if (command.type === 'SetStatus') return decideStatus(state, command.status, isNeeded);
    if (command.isEntitled === state.isEntitled) return [];
    if (command.isEntitled) return [{ type: 'PackageEntitlementReturned', data: {} }];
    // nobody outside the site may lock its users out
    return isNeeded ? [] : [{ type: 'PackageEntitlementEnded', data: {} }];
  },
};

const decideStatus = (state: Package, status: PackageStatus, isNeeded: boolean): PackageEvent[] => {
  if (status === statusOf(state)) return [];
  if (status === 'active') {
    if (!state.isEntitled) throw refusal('installer_package_not_entitled', packageMessages.notEntitled);
    return [{ type: 'PackageSwitchedOn', data: {} }];
  }
  if (isNeeded) throw refusal('installer_package_needed', packageMessages.needed);
  return [{ type: 'PackageSwitchedOff', data: {} }];
};

export const packages: Collection = {
  name: 'packages',
  projectionVersion: packageDecider.projectionVersion,
  indexes: [],
};

export const packageRegistration: Registration<Package, PackageEvent> = {
  aggregate: packageDecider,
  collection: packages,
};

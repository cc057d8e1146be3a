import type { Collection } from '@almanac/documents';
import { claimRegistration } from './claims.ts';
import type { Registration } from './registration.ts';

/** Returns every collection that registrations fill, including that of the claims, to open a service's documents. */
export const collectionsOf = (registrations: readonly Registration[]): Collection[] => [
  ...new Set(
    withClaims(registrations).flatMap(({ collection, more }) =>
      more === undefined ? [collection] : [collection, more.collection],
    ),
  ),
];

/** Registrations by the category of their streams. */
export type RegistrationIndex = ReadonlyMap<string, Registration>;

/** @throws Error for registrations whose documents would not be the fold of their stream */
export const indexRegistrations = (registrations: readonly Registration[]): RegistrationIndex => {
  const index = new Map<string, Registration>();
  for (const registration of withClaims(registrations)) {
    const { aggregate, collection } = registration;
    const fault = faultOf(registration, index);
    if (fault !== undefined)
      throw new Error(`the aggregate ${aggregate.category}, kept in ${collection.name}, ${fault}`);
    index.set(aggregate.category, registration);
  }
  return index;
};

const withClaims = (registrations: readonly Registration[]): Registration[] => [claimRegistration, ...registrations];

const faultOf = ({ aggregate, collection }: Registration, index: RegistrationIndex): string | undefined => {
  if (aggregate.category.includes('-')) return 'has a hyphen in its category, where the id begins';
  if (index.has(aggregate.category)) return 'is registered twice';
  if (collection.projectionVersion < aggregate.projectionVersion)
    return 'has a higher projection version than its collection: its documents would not be made anew';
  return undefined;
};

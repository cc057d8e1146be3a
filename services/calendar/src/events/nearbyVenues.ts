import type { Documents, Filter } from '@almanac/documents';
import { can, capabilityFor, type Principal } from '@almanac/identity';
import { invalidParams } from '@almanac/rest';
import { visibleTo } from '../content-items/statuses.ts';
import { type VenueState, venues } from '../venues/venue.ts';

const EARTH_KM = 6371;
const DEGREE_KM = 111.19;
const DEFAULT_KM = 50;

export interface GeoArgs {
  readonly geoloc?: boolean | undefined;
  readonly geoloc_lat?: number | undefined;
  readonly geoloc_lng?: number | undefined;
  /** Kilometres. */
  readonly geofence?: number | undefined;
}

/**
 * Returns the ids of venues in the requested place, among those whose location the caller may know; undefined without
 * a filter by place.
 * @throws DomainError 400 for one coordinate without the other
 */
export const nearbyVenues = async (
  documents: Documents,
  { args, principal }: { readonly args: GeoArgs; readonly principal: Principal },
): Promise<number[] | undefined> => {
  const placed = knownPlaces(principal);
  const { geoloc, geoloc_lat: latitude, geoloc_lng: longitude, geofence = DEFAULT_KM } = args;
  if (latitude === undefined && longitude === undefined) return geoloc ? located(documents, placed) : undefined;
  if (latitude === undefined) throw invalidParams({ geoloc_lng: '{name} needs geoloc_lat.' });
  if (longitude === undefined) throw invalidParams({ geoloc_lat: '{name} needs geoloc_lng.' });
  const reach = geofence / DEGREE_KM;
  const found = await documents.find<VenueState>(venues, {
    filter: { all: [placed, { field: 'latitude', from: latitude - reach, to: latitude + reach }] },
  });
  return found.filter((venue) => distance(venue, { latitude, longitude }) <= geofence).map((venue) => venue.id);
};

/** Returns the filter for venues whose location the caller may know; of protected ones, those the caller may edit. */
const knownPlaces = (principal: Principal): Filter => {
  const visible = visibleTo(principal, 'cal_venue', undefined);
  if (can(principal, capabilityFor('cal_venue', 'edit_others'))) return visible;
  return { all: [visible, { field: 'password', equals: '' }] };
};

const located = async (documents: Documents, placed: Filter): Promise<number[]> => {
  const somewhere: Filter = { all: [placed, { field: 'latitude', from: -90 }] };
  return (await documents.find<VenueState>(venues, { filter: somewhere })).map((venue) => venue.id);
};

interface Coordinates {
  readonly latitude: number | null;
  readonly longitude: number | null;
}

const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** Returns the distance on a sphere in kilometres; infinite for a venue without coordinates. */
const distance = (a: Coordinates, b: { readonly latitude: number; readonly longitude: number }): number => {
  if (a.latitude === null || a.longitude === null) return Number.POSITIVE_INFINITY;
  const half = (from: number, to: number): number => Math.sin(radians(to - from) / 2) ** 2;
  const chord =
    half(a.latitude, b.latitude) +
    Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * half(a.longitude, b.longitude);
  return 2 * EARTH_KM * Math.asin(Math.min(1, Math.sqrt(chord)));
};

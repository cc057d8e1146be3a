import type { Documents, Filter } from '@almanac/documents';
import { invalidParams } from '@almanac/rest';
import type { VenueState } from '../venues/venue.ts';
import { venues } from '../venues/venueKind.ts';

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
 * The venues that a list is filtered by for where they are; undefined when nothing is asked about that.
 * @throws DomainError 400 for half a place
 */
export const nearbyVenues = async (documents: Documents, args: GeoArgs): Promise<number[] | undefined> => {
  const { geoloc, geoloc_lat: latitude, geoloc_lng: longitude, geofence = DEFAULT_KM } = args;
  if (latitude === undefined && longitude === undefined) return geoloc ? located(documents) : undefined;
  if (latitude === undefined) throw invalidParams({ geoloc_lng: '{name} needs geoloc_lat.' });
  if (longitude === undefined) throw invalidParams({ geoloc_lat: '{name} needs geoloc_lng.' });
  const reach = geofence / DEGREE_KM;
  const found = await documents.find<VenueState>(venues, {
    filter: { field: 'latitude', from: latitude - reach, to: latitude + reach },
  });
  return found.filter((venue) => distance(venue, { latitude, longitude }) <= geofence).map((venue) => venue.id);
};

const located = async (documents: Documents): Promise<number[]> => {
  const somewhere: Filter = { field: 'latitude', from: -90 };
  return (await documents.find<VenueState>(venues, { filter: somewhere })).map((venue) => venue.id);
};

interface Place {
  readonly latitude: number | null;
  readonly longitude: number | null;
}

const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** Kilometres on a sphere; infinite for what is nowhere. */
const distance = (a: Place, b: { readonly latitude: number; readonly longitude: number }): number => {
  if (a.latitude === null || a.longitude === null) return Number.POSITIVE_INFINITY;
  const half = (from: number, to: number): number => Math.sin(radians(to - from) / 2) ** 2;
  const chord =
    half(a.latitude, b.latitude) +
    Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * half(a.longitude, b.longitude);
  return 2 * EARTH_KM * Math.asin(Math.min(1, Math.sqrt(chord)));
};

import { schemasOf, viewOf } from '@almanac/content-model';
import { jsonLdNaming } from '../content-items/itemView.ts';
import type { ShownImages } from '../images/images.ts';
import { linkedSchemas } from '../linked-items/linkedSchema.ts';
import { linkedRecord } from '../linked-items/linkedView.ts';
import { type Display, rememberViews } from '../rememberViews.ts';
import type { VenueState } from './venue.ts';
import { venueFields } from './venueFields.ts';

/** Venues within an event, and by themselves (docs/interface/calendar.md §5.2). */
export const { within: venueWithin, alone: venueSchema } = linkedSchemas(
  'Venue',
  'venue',
  schemasOf(venueFields, 'v1'),
);

const ownMembers = viewOf(venueFields, 'v1');

const shownMembers = (venue: VenueState) => ({
  ...ownMembers(venue),
  show_map: venue.showMap ?? true,
  show_map_link: venue.showMapLink ?? true,
});

/** The view of a venue (docs/interface/calendar.md §5.2). */
export const venueRecord = rememberViews((venue: VenueState, display: Display) =>
  linkedRecord(venue, { titleMember: 'venue', members: shownMembers(venue) }, display),
);

const withoutEmpty = (members: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== ''));

/** Structured data of a venue. */
export const placeJsonLd = (venue: VenueState, images: ShownImages): Record<string, unknown> => ({
  '@type': 'Place',
  ...jsonLdNaming(venue, images),
  url: '',
  address: withoutEmpty({
    '@type': 'PostalAddress',
    streetAddress: venue.address,
    addressLocality: venue.city,
    addressRegion: venue.stateProvince,
    postalCode: venue.zip,
    addressCountry: venue.country,
  }),
  ...(venue.latitude !== null &&
    venue.longitude !== null && {
      geo: { '@type': 'GeoCoordinates', latitude: venue.latitude, longitude: venue.longitude },
    }),
  telephone: venue.phone,
  sameAs: venue.website,
});

import { jsonLdNaming } from '../content-items/itemView.ts';
import type { ShownImages } from '../images/images.ts';
import { linkedRecord } from '../linked-items/linkedView.ts';
import { type Display, rememberViews } from '../rememberViews.ts';
import type { VenueState } from './venue.ts';

/** The view of a venue (docs/interface/calendar.md §5.2). */
export const venueRecord = rememberViews((venue: VenueState, display: Display) =>
  linkedRecord(
    venue,
    {
      nameMember: 'venue',
      texts: {
        address: venue.address,
        city: venue.city,
        country: venue.country,
        province: venue.province,
        state: venue.state,
        zip: venue.zip,
        phone: venue.phone,
        website: venue.website,
        stateprovince: venue.stateProvince,
        geo_lat: venue.latitude,
        geo_lng: venue.longitude,
      },
      flags: { show_map: venue.showMap, show_map_link: venue.showMapLink },
    },
    display,
  ),
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

import { linkedRecord } from '../records/linkedView.ts';
import type { Display } from '../records/recordView.ts';
import { rememberShown } from '../records/rememberShown.ts';
import type { VenueState } from './venue.ts';

/** A venue as the interface shows it (docs/interface/calendar.md §5.2). */
export const venueRecord = rememberShown((venue: VenueState, display: Display) =>
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

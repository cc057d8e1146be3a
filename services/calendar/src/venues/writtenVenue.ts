import type { WrittenRecord } from '@almanac/service';
import { orEmpty, sharedByItems, writtenItem } from '../content-items/writtenItem.ts';
import type { VenueState } from './venue.ts';

/** A venue as operators see it and bring it back. */
export const writtenVenue: WrittenRecord<VenueState> = {
  ...sharedByItems,
  route: '/cal/events/v1/venues/{id}',
  references: { image: 'medium', author: 'user' },
  members: (state) => ({
    ...writtenItem(state, 'venue'),
    address: state.address,
    city: state.city,
    country: state.country,
    province: state.province,
    state: state.state,
    stateprovince: state.stateProvince,
    zip: state.zip,
    phone: state.phone,
    website: state.website,
    show_map: state.showMap,
    show_map_link: state.showMapLink,
    _VenueLat: orEmpty(state.latitude),
    _VenueLng: orEmpty(state.longitude),
  }),
};

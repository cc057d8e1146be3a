import type { ItemState } from '../content-items/contentItem.ts';
import type { OrganizerState } from '../organizers/organizer.ts';
import type { Display } from '../rememberViews.ts';
import { mapAddress, type VenueState } from '../venues/venue.ts';
import { maskedLinked } from './masking.ts';
import { recordMembers, type Shown, type View } from './recordView.ts';

export type ShowLinked<State extends ItemState> = (record: State, shown: Shown, display: Display) => View;

/** The view of a venue (docs/interface/calendar-second-generation.md §5.3); members that are empty stay. */
export const venueView: ShowLinked<VenueState> = (venue, shown, display) => ({
  ...recordMembers(venue, 'venue', shown, display),
  address: venue.address,
  country: venue.country,
  city: venue.city,
  state_province: venue.stateProvince,
  state: venue.state,
  province: venue.province,
  zip: venue.zip,
  phone: venue.phone,
  directions_link: mapAddress(venue),
  website: venue.website,
});

/** The view of an organizer (docs/interface/calendar-second-generation.md §5.4). */
export const organizerView: ShowLinked<OrganizerState> = (organizer, shown, display) => ({
  ...recordMembers(organizer, 'organizer', shown, display),
  phone: organizer.phone,
  website: organizer.website,
  email: organizer.email,
});

/** The view within an event, where nothing opens what a password protects. */
export const nestedView = <State extends ItemState>(
  show: ShowLinked<State>,
  record: State,
  shown: Shown,
  display: Display,
): View => {
  const view = show(record, shown, display);
  return record.password === '' ? view : maskedLinked(view);
};

import { ordered, viewOf } from '@almanac/content-model';
import { createComposer } from '@almanac/rest';
import type { ItemState } from '../content-items/contentItem.ts';
import type { OrganizerState } from '../organizers/organizer.ts';
import { organizerFields } from '../organizers/organizerFields.ts';
import type { Display } from '../rememberViews.ts';
import { mapAddress, type VenueState } from '../venues/venue.ts';
import { venueFields } from '../venues/venueFields.ts';
import { maskedLinked } from './masking.ts';
import { type PageMedia, recordMembers, recordParts, type View } from './recordView.ts';

export type ShowLinked<State extends ItemState> = (record: State, shown: PageMedia, display: Display) => View;

/** The fields of venues in the order in which this interface shows them. */
export const venueFieldsInOrder = ordered(venueFields, [
  'address',
  'country',
  'city',
  'stateProvince',
  'state',
  'province',
]);

const membersOfVenue = viewOf(venueFieldsInOrder, 'calx');
const membersOfOrganizer = viewOf(organizerFields, 'calx');

const composed = createComposer<View>();

/** Returns the view of a venue, with its empty members (docs/interface/calendar-second-generation.md §5.3). */
export const venueView: ShowLinked<VenueState> = (venue, shown, display) =>
  composed(venue, recordParts(venue, shown, display), () => {
    const { website, ...members } = membersOfVenue(venue);
    const directions_link = mapAddress(venue, display.settings.map_search).replaceAll('&', '&#038;');
    return { ...recordMembers(venue, 'venue', shown, display), ...members, directions_link, website };
  });

/** Returns the view of an organizer (docs/interface/calendar-second-generation.md §5.4). */
export const organizerView: ShowLinked<OrganizerState> = (organizer, shown, display) =>
  composed(organizer, recordParts(organizer, shown, display), () => ({
    ...recordMembers(organizer, 'organizer', shown, display),
    ...membersOfOrganizer(organizer),
  }));

/** Returns the view within an event, where a protected record is always masked. */
export const nestedView = <State extends ItemState>(
  show: ShowLinked<State>,
  record: State,
  shown: PageMedia,
  display: Display,
): View => {
  const view = show(record, shown, display);
  return record.password === '' ? view : maskedLinked(view);
};

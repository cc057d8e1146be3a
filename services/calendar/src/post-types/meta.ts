import { declaredMeta, type MetaValue, renderMeta, sentMeta } from '@almanac/content-model';
import { isObject } from '@almanac/rest';
import type { EventState } from '../events/event.ts';
import type { OrganizerState } from '../organizers/organizer.ts';
import type { VenueState } from '../venues/venue.ts';

/** The members of `meta`. A record of any kind has all of them; those of other kinds are empty. */
export type Meta = Readonly<Record<string, unknown>>;

/** Returns the `meta` of an event (docs/interface/calendar-post-types.md §3). */
export const eventMeta = (event: EventState): Meta => ({
  ...renderMeta({
    _EventAllDay: event.allDay,
    _EventTimezone: event.timezone,
    _EventStartDate: event.start,
    _EventEndDate: event.end,
    _EventStartDateUTC: event.startUtc,
    _EventEndDateUTC: event.endUtc,
    _EventShowMap: event.showMap === true,
    _EventShowMapLink: event.showMapLink === true,
    _EventURL: event.website ?? '',
    _EventCost: event.cost.amounts.join(', '),
    _EventCurrencySymbol: event.cost.symbol,
    _EventCurrencyCode: event.cost.code,
    _EventCurrencyPosition: event.cost.position,
    _EventOrganizerID: event.organizers,
    _EventVenueID: event.venues,
  }),
  _cal_events_status: '',
  _cal_events_status_reason: '',
});

/** Returns the `meta` of a venue. */
export const venueMeta = (venue: VenueState): Meta =>
  renderMeta({
    _VenueAddress: venue.address,
    _VenueCity: venue.city,
    _VenueCountry: venue.country,
    _VenueProvince: venue.province,
    _VenueState: venue.state,
    _VenueZip: venue.zip,
    _VenuePhone: venue.phone,
    _VenueURL: venue.website,
    _VenueStateProvince: venue.stateProvince,
    _VenueLat: venue.latitude === null ? '' : String(venue.latitude),
    _VenueLng: venue.longitude === null ? '' : String(venue.longitude),
    _VenueShowMap: venue.showMap === true,
    _VenueShowMapLink: venue.showMapLink === true,
  });

/** Returns the `meta` of an organizer. */
export const organizerMeta = (organizer: OrganizerState): Meta =>
  renderMeta({
    _OrganizerEmail: organizer.email,
    _OrganizerPhone: organizer.phone,
    _OrganizerWebsite: organizer.website,
  });

/** The sent members of `meta`, each of the type of its member. */
export type SentMeta = Readonly<Record<string, MetaValue | undefined>>;

/**
 * Reads the argument `meta`. A number is accepted for a text; unknown members and null are ignored.
 * @throws DomainError 400 `rest_invalid_type`
 */
export const readMeta = (sent: unknown): SentMeta => {
  if (!isObject(sent)) return {};
  const typed = Object.entries(sent).map(([name, value]) => {
    const asText = typeof value === 'number' && declaredMeta.get(name) === 'text';
    return [name, asText ? String(value) : value];
  });
  const members = Object.entries(sentMeta(Object.fromEntries(typed)));
  return Object.fromEntries(members.flatMap(([name, value]) => (value === null ? [] : [[name, value]])));
};

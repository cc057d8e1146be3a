import { isObject } from '@almanac/rest';
import { calendarErrors } from '../errors.ts';
import type { EventState } from '../events/event.ts';
import type { OrganizerState } from '../organizers/organizer.ts';
import { idOf, isTruthy, piecesOf } from '../requestArgs.ts';
import type { VenueState } from '../venues/venue.ts';

type MetaValue = boolean | string | readonly number[];

/** The members of `meta`. A record of any kind has all of them; those of other kinds are empty. */
export type Meta = Readonly<Record<string, MetaValue>>;

/** The members of `meta` of every record with their empty values, in the order of answers. */
const emptyMeta: Meta = {
  _EventAllDay: false,
  _EventTimezone: '',
  _EventStartDate: '',
  _EventEndDate: '',
  _EventStartDateUTC: '',
  _EventEndDateUTC: '',
  _EventShowMap: false,
  _EventShowMapLink: false,
  _EventURL: '',
  _EventCost: '',
  _EventCostDescription: '',
  _EventCurrencySymbol: '',
  _EventCurrencyCode: '',
  _EventCurrencyPosition: '',
  _EventDateTimeSeparator: '',
  _EventTimeRangeSeparator: '',
  _EventOrganizerID: [],
  _EventVenueID: [],
  _OrganizerEmail: '',
  _OrganizerPhone: '',
  _OrganizerWebsite: '',
  _VenueAddress: '',
  _VenueCity: '',
  _VenueCountry: '',
  _VenueProvince: '',
  _VenueState: '',
  _VenueZip: '',
  _VenuePhone: '',
  _VenueURL: '',
  _VenueStateProvince: '',
  _VenueLat: '',
  _VenueLng: '',
  _VenueShowMap: false,
  _VenueShowMapLink: false,
};

/** Returns the `meta` of an event (docs/interface/calendar-post-types.md §3). */
export const eventMeta = (event: EventState): Meta => ({
  ...emptyMeta,
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
  _cal_events_status: '',
  _cal_events_status_reason: '',
  footnotes: '',
});

/** Returns the `meta` of a venue. */
export const venueMeta = (venue: VenueState): Meta => ({
  ...emptyMeta,
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
  footnotes: '',
});

/** Returns the `meta` of an organizer. */
export const organizerMeta = (organizer: OrganizerState): Meta => ({
  ...emptyMeta,
  _OrganizerEmail: organizer.email,
  _OrganizerPhone: organizer.phone,
  _OrganizerWebsite: organizer.website,
  footnotes: '',
});

/** The sent members of `meta`, each of the type of its member. */
export type SentMeta = Readonly<Record<string, MetaValue | undefined>>;

/**
 * Reads the argument `meta`; unknown members are ignored.
 * @throws DomainError 400 `rest_invalid_type`
 */
export const sentMeta = (sent: unknown): SentMeta => {
  if (!isObject(sent)) return {};
  const known = Object.entries(emptyMeta).filter(([name]) => Object.hasOwn(sent, name) && sent[name] !== null);
  return Object.fromEntries(known.map(([name, empty]) => [name, read(name, sent[name], empty)]));
};

const read = (name: string, value: unknown, empty: MetaValue): MetaValue => {
  if (typeof empty === 'boolean') return readFlag(name, value);
  if (typeof empty === 'string') {
    if (typeof value === 'string' || typeof value === 'number') return String(value);
    throw wrongType(name, 'string');
  }
  const ids = piecesOf(value)?.map(idOf);
  if (ids?.every((id) => id !== undefined)) return ids;
  throw wrongType(name, 'array');
};

const readFlag = (name: string, value: unknown): boolean => {
  if (isTruthy(value)) return true;
  if ([false, 0, '0', '', 'false', 'no', 'off'].some((each) => each === value)) return false;
  throw wrongType(name, 'boolean');
};

const wrongType = (name: string, type: string) =>
  calendarErrors.wrongMetaType({ params: { name: `meta.${name}`, type }, data: { param: `meta.${name}` } });

import { gmtOffset, isoLocal, toWallClock } from '@almanac/dates';
import { addressOf } from '../addresses.ts';
import { jsonLdNaming } from '../content-items/itemView.ts';
import type { ShownImages } from '../images/images.ts';
import type { OrganizerState } from '../organizers/organizer.ts';
import { personJsonLd } from '../organizers/organizerView.ts';
import type { VenueState } from '../venues/venue.ts';
import { placeJsonLd } from '../venues/venueView.ts';
import { type Cost, costValues, displayCost } from './cost.ts';
import type { EventState } from './event.ts';
import type { EventDisplay } from './eventView.ts';

/** Options of an event's structured data (docs/interface/calendar.md §5.7). */
export interface JsonLdOptions extends EventDisplay {
  /** The zone of the times: the event's, or the site's. */
  readonly zoneMode: 'event' | 'site';
  readonly currencyCode: string;
}

type Members = Record<string, unknown>;

/** The venue and organizer of an event, if they may be shown. */
export interface JsonLdLinks {
  readonly venue: VenueState | undefined;
  readonly organizer: OrganizerState | undefined;
  readonly images: ShownImages;
}

/** Returns the structured data of an event, for its single answer. */
export const eventJsonLd = (event: EventState, linked: JsonLdLinks, options: JsonLdOptions): Members => {
  const zone = options.zoneMode === 'site' ? options.settings.timezone : event.timezone;
  return {
    '@context': 'http://schema.org',
    '@type': 'Event',
    ...jsonLdNaming(event, linked.images),
    url: addressOf(options.site, event),
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    eventStatus: 'https://schema.org/EventScheduled',
    startDate: isoIn(event.startUtc, zone),
    endDate: isoIn(event.endUtc, zone),
    ...(linked.venue && { location: placeJsonLd(linked.venue, linked.images) }),
    ...(linked.organizer && { organizer: personJsonLd(linked.organizer, linked.images) }),
    ...(event.cost.amounts.length > 0 && { offers: offerOf(event, options) }),
    performer: 'Organization',
  };
};

const offerOf = (event: EventState, options: JsonLdOptions): Members => ({
  '@type': 'Offer',
  price: priceOf(event.cost, options),
  priceCurrency: event.cost.code || options.currencyCode,
  url: addressOf(options.site, event),
  category: 'primary',
  availability: 'inStock',
  validFrom: isoIn(event.dateUtc ?? event.startUtc, options.settings.timezone),
});

const priceOf = (cost: Cost, options: JsonLdOptions): string => {
  const [lowest = '0'] = costValues(cost);
  return lowest === 'free' || lowest === '0' ? '0' : /\d/.test(lowest) ? lowest : displayCost(cost, options.currency);
};

/** Returns a UTC time in a zone: `2031-06-10T19:30:00-04:00`. */
const isoIn = (utc: string, zone: string): string => {
  const minutes = Math.round(gmtOffset(zone, utc) * 60);
  const two = (part: number): string => String(Math.abs(part)).padStart(2, '0');
  const offset = `${minutes < 0 ? '-' : '+'}${two(Math.trunc(minutes / 60))}:${two(minutes % 60)}`;
  return `${isoLocal(toWallClock(utc, zone))}${offset}`;
};

import { isoLocal } from '@almanac/dates';
import { plain, plainLines } from '@almanac/pages';
import ICAL from 'ical.js';
import { addressOf } from '../addresses.ts';
import type { ItemState } from '../content-items/contentItem.ts';
import { renderedContent, renderedTitle } from '../content-items/renderedTexts.ts';
import type { EventState } from '../events/event.ts';
import type { OrganizerState } from '../organizers/organizer.ts';
import { placeText, type VenueState } from '../venues/venue.ts';
import { uidOf } from './entryUid.ts';
import { isNamedZone } from './timezoneComponent.ts';

/** The parts of a feed's entry that the event itself does not have. */
export interface EntryParts {
  /** The site's address. */
  readonly site: string;
  readonly venues: readonly VenueState[];
  readonly organizer: OrganizerState | undefined;
  /** Names of categories and tags. */
  readonly categories: readonly string[];
}

const utcTime = (wallClock: string): ICAL.Time => ICAL.Time.fromDateTimeString(`${isoLocal(wallClock)}Z`);

const nameOf = ({ title }: ItemState): string => plain(renderedTitle(title));

const addTimes = (entry: ICAL.Component, event: EventState): void => {
  if (event.allDay) {
    const dayAfter = Temporal.PlainDate.from(event.end.slice(0, 10)).add({ days: 1 });
    entry.addPropertyWithValue('dtstart', ICAL.Time.fromDateString(event.start.slice(0, 10)));
    entry.addPropertyWithValue('dtend', ICAL.Time.fromDateString(dayAfter.toString()));
    return;
  }
  for (const [name, clock, utc] of [
    ['dtstart', event.start, event.startUtc],
    ['dtend', event.end, event.endUtc],
  ] as const) {
    const isNamed = isNamedZone(event.timezone);
    const time = isNamed ? ICAL.Time.fromDateTimeString(isoLocal(clock)) : utcTime(utc);
    const property = entry.addPropertyWithValue(name, time);
    if (isNamed) property.setParameter('tzid', event.timezone);
  }
};

const addPlace = (entry: ICAL.Component, venues: readonly VenueState[]): void => {
  const places = venues.map((venue) => [nameOf(venue), placeText(venue)].filter(Boolean).join(', '));
  if (places.length > 0) entry.addPropertyWithValue('location', places.join('; '));
  const [first] = venues;
  if (first === undefined || first.latitude === null || first.longitude === null) return;
  const geo = new ICAL.Property('geo', entry);
  geo.setValue([first.latitude, first.longitude]);
  entry.addProperty(geo);
};

/** Adds the organizer as a calendar user's address: the e-mail address, else the address of the page. */
const addOrganizer = (entry: ICAL.Component, organizer: OrganizerState | undefined, site: string): void => {
  if (organizer === undefined) return;
  const address = organizer.email === '' ? addressOf(site, organizer) : `mailto:${organizer.email}`;
  const property = entry.addPropertyWithValue('organizer', address);
  property.setParameter('cn', nameOf(organizer).replaceAll('"', '’'));
};

/** Returns an event as a VEVENT (RFC 5545 §3.6.1). Its stamp is its last change, so its text is stable. */
export const eventComponent = (event: EventState, parts: EntryParts): ICAL.Component => {
  const entry = new ICAL.Component('vevent');
  const changed = event.modifiedUtc ?? event.dateUtc ?? event.startUtc;
  const description = plainLines(renderedContent(event.content));
  entry.addPropertyWithValue('uid', uidOf(event.id, parts.site));
  entry.addPropertyWithValue('dtstamp', utcTime(changed));
  entry.addPropertyWithValue('last-modified', utcTime(changed));
  entry.addPropertyWithValue('sequence', event.version);
  addTimes(entry, event);
  entry.addPropertyWithValue('summary', nameOf(event));
  if (description !== '') entry.addPropertyWithValue('description', description);
  addPlace(entry, parts.venues);
  entry.addPropertyWithValue('url', addressOf(parts.site, event));
  addOrganizer(entry, parts.organizer, parts.site);
  if (parts.categories.length > 0) entry.addProperty(categoriesOf(parts.categories));
  return entry;
};

const categoriesOf = (names: readonly string[]): ICAL.Property => {
  const property = new ICAL.Property('categories');
  property.setValues([...names]);
  return property;
};

import { isoLocal, wallClockMs, wallClockOf } from '@almanac/dates';
import type { CalendarRecurrence } from '@almanac/dates/recurrence';
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

const DAY_MS = 86_400_000;

const utcTime = (wallClock: string): ICAL.Time => ICAL.Time.fromDateTimeString(`${isoLocal(wallClock)}Z`);

const nameOf = ({ title }: ItemState): string => plain(renderedTitle(title));

const dateOf = (clock: string): ICAL.Time => ICAL.Time.fromDateString(clock.slice(0, 10));

const localTime = (clock: string): ICAL.Time => ICAL.Time.fromDateTimeString(isoLocal(clock));

/**
 * Returns the name of the zone of a series. UTC has the name of its other zone: readers convert times in UTC to the zone
 * of the calendar, where the rules would count.
 */
export const seriesZone = (timezone: string): string => (timezone === 'UTC' ? 'Etc/GMT' : timezone);

/** Adds the clock times of a series to an entry as one property. */
const addClocks = (
  entry: ICAL.Component,
  name: string,
  clocks: readonly string[],
  { timezone, allDay }: Pick<EventState, 'timezone' | 'allDay'>,
): void => {
  if (clocks.length === 0) return;
  const property = new ICAL.Property(name, entry);
  const times = clocks.map(allDay ? dateOf : localTime);
  const [first] = times;
  if (first !== undefined && times.length === 1) property.setValue(first);
  else property.setValues(times);
  if (!allDay) property.setParameter('tzid', seriesZone(timezone));
  entry.addProperty(property);
};

/** The part of an entry that belongs to its series. */
type OfSeries = { readonly uid: string; readonly timezone: string; readonly allDay: boolean };

/** Returns a series as a VEVENT: the entry of an unchanged occurrence with the rules and dates of the series. */
export const seriesComponent = (
  event: EventState,
  parts: EntryParts,
  series: OfSeries & CalendarRecurrence & { readonly length: number; readonly version: number },
): ICAL.Component => {
  const entry = describedEvent(event, parts, series);
  const { start, allDay, length } = series;
  const end = wallClockOf(wallClockMs(start) + length + (allDay ? DAY_MS : 0));
  addClocks(entry, 'dtstart', [start], series);
  addClocks(entry, 'dtend', [end], series);
  for (const rule of series.rules) entry.addPropertyWithValue('rrule', ICAL.Recur.fromString(rule));
  addClocks(entry, 'rdate', series.rdates, series);
  addClocks(entry, 'exdate', series.exdates, series);
  return entry;
};

/** Returns a changed occurrence of a series as a VEVENT with RECURRENCE-ID. */
export const changedComponent = (event: EventState, parts: EntryParts, series: OfSeries): ICAL.Component => {
  const entry = describedEvent(event, parts, { ...series, version: event.version });
  addClocks(entry, 'recurrence-id', [event.occurrence ?? event.start], series);
  addTimes(entry, event);
  return entry;
};

const addTimes = (entry: ICAL.Component, event: EventState): void => {
  if (event.allDay) {
    const dayAfter = Temporal.PlainDate.from(event.end.slice(0, 10)).add({ days: 1 });
    entry.addPropertyWithValue('dtstart', dateOf(event.start));
    entry.addPropertyWithValue('dtend', ICAL.Time.fromDateString(dayAfter.toString()));
    return;
  }
  for (const [name, clock, utc] of [
    ['dtstart', event.start, event.startUtc],
    ['dtend', event.end, event.endUtc],
  ] as const) {
    const isNamed = isNamedZone(event.timezone);
    const time = isNamed ? localTime(clock) : utcTime(utc);
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
  const entry = describedEvent(event, parts, { uid: uidOf(event.id, parts.site), version: event.version });
  addTimes(entry, event);
  return entry;
};

/** Returns a VEVENT with all members of an event but its times. */
const describedEvent = (
  event: EventState,
  parts: EntryParts,
  { uid, version }: { readonly uid: string; readonly version: number },
): ICAL.Component => {
  const entry = new ICAL.Component('vevent');
  const changed = event.modifiedUtc ?? event.dateUtc ?? event.startUtc;
  const description = plainLines(renderedContent(event.content));
  entry.addPropertyWithValue('uid', uid);
  entry.addPropertyWithValue('dtstamp', utcTime(changed));
  entry.addPropertyWithValue('last-modified', utcTime(changed));
  entry.addPropertyWithValue('sequence', version);
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

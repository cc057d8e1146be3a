import { toInstant } from '@almanac/dates';
import ICAL from 'ical.js';
import type { EventState } from '../events/event.ts';
import { isNamedZone, type Span, timezoneComponent } from './timezoneComponent.ts';

export interface CalendarHead {
  readonly name: string;
  readonly description: string;
  readonly zone: string;
}

// a line has at most 75 bytes; the library does not count the space that continues a line (RFC 5545 §3.1)
ICAL.foldLength = 74;

const DAY_MS = 86_400_000;

/** The refresh interval for programs that subscribe. */
const INTERVAL = 'PT1H';

export type EventTimes = Pick<EventState, 'startUtc' | 'endUtc' | 'timezone' | 'allDay'>;

/**
 * Returns the rules of the zones that these entries need first.
 * @param known the zones whose rules are in the file; the new ones are added
 * @param until the end of the last entry of the whole file, in milliseconds
 */
export const zoneRules = (entries: readonly EventTimes[], known: Set<string>, until: number): string[] => {
  const begins = new Map<string, number>();
  for (const { startUtc, timezone, allDay } of entries) {
    if (allDay || !isNamedZone(timezone) || known.has(timezone)) continue;
    begins.set(timezone, Math.min(begins.get(timezone) ?? Number.POSITIVE_INFINITY, toInstant(startUtc, 'UTC')));
  }
  return [...begins].flatMap(([zone, from]) => rulesOfZones([zone], known, { from, to: until }));
};

/** Returns the rules of the zones in a span, without those that are known. */
export const rulesOfZones = (zones: readonly string[], known: Set<string>, { from, to }: Span): string[] =>
  zones.flatMap((zone) => {
    if (known.has(zone)) return [];
    known.add(zone);
    return [componentText(timezoneComponent(zone, { from: from - DAY_MS, to: to + DAY_MS }))];
  });

const END = 'END:VCALENDAR';

/** Returns the text of a component in the file. */
export const componentText = (component: ICAL.Component): string => `${component.toString()}\r\n`;

/** Returns the beginning of a calendar file (RFC 5545), before the rules of zones and the entries. */
export const calendarBeginning = ({ name, description, zone }: CalendarHead): string => {
  const calendar = new ICAL.Component('vcalendar');
  calendar.addPropertyWithValue('version', '2.0');
  calendar.addPropertyWithValue('prodid', '-//Almanac//Calendar//EN');
  calendar.addPropertyWithValue('calscale', 'GREGORIAN');
  calendar.addPropertyWithValue('x-wr-calname', name);
  if (description !== '') calendar.addPropertyWithValue('x-wr-caldesc', description);
  if (isNamedZone(zone)) calendar.addPropertyWithValue('x-wr-timezone', zone);
  calendar.addPropertyWithValue('x-published-ttl', INTERVAL);
  return calendar.toString().slice(0, -END.length);
};

/** The end of a calendar file. */
export const CALENDAR_END = `${END}\r\n`;

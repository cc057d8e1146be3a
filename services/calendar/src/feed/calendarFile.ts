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

type EventTimes = Pick<EventState, 'startUtc' | 'endUtc' | 'timezone' | 'allDay'>;

/** Returns the zones of the entries, each with the time span of the entries in it. */
const zonesOf = (events: readonly EventTimes[]): Map<string, Span> => {
  const zones = new Map<string, Span>();
  for (const { startUtc, endUtc, timezone, allDay } of events) {
    if (allDay || !isNamedZone(timezone)) continue;
    const [from, to] = [toInstant(startUtc, 'UTC') - DAY_MS, toInstant(endUtc, 'UTC') + DAY_MS];
    const known = zones.get(timezone) ?? { from, to };
    zones.set(timezone, { from: Math.min(known.from, from), to: Math.max(known.to, to) });
  }
  return zones;
};

const END = 'END:VCALENDAR';

/** Returns the text of an entry in the file. */
export const entryText = (entry: ICAL.Component): string => `${entry.toString()}\r\n`;

/**
 * Returns a calendar file (RFC 5545): the entries and the rules of their zones.
 * @param entries texts that were rendered a few at a time before, since rendering all at once takes long
 */
export const calendarFile = (
  { name, description, zone }: CalendarHead,
  events: readonly EventTimes[],
  entries: readonly string[],
): string => {
  const calendar = new ICAL.Component('vcalendar');
  calendar.addPropertyWithValue('version', '2.0');
  calendar.addPropertyWithValue('prodid', '-//Almanac//Calendar//EN');
  calendar.addPropertyWithValue('calscale', 'GREGORIAN');
  calendar.addPropertyWithValue('x-wr-calname', name);
  if (description !== '') calendar.addPropertyWithValue('x-wr-caldesc', description);
  if (isNamedZone(zone)) calendar.addPropertyWithValue('x-wr-timezone', zone);
  calendar.addPropertyWithValue('x-published-ttl', INTERVAL);
  for (const [id, span] of zonesOf(events)) calendar.addSubcomponent(timezoneComponent(id, span));
  const around = calendar.toString();
  return `${around.slice(0, -END.length)}${entries.join('')}${END}\r\n`;
};

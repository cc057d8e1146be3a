import { toInstant } from '@almanac/dates';
import ICAL from 'ical.js';
import type { EventState } from '../events/event.ts';
import { isNamedZone, type Span, timezoneComponent } from './timezoneComponent.ts';

export interface CalendarHead {
  readonly name: string;
  readonly description: string;
  readonly zone: string;
}

// lines have 75 bytes at most, and the library does not count the blank that continues one (RFC 5545 §3.1)
ICAL.foldLength = 74;

const DAY_MS = 86_400_000;

/** How often programs look again. */
const INTERVAL = 'PT1H';

type Timed = Pick<EventState, 'startUtc' | 'endUtc' | 'timezone' | 'allDay'>;

/** The zones that entries name, each with the time that they need it for. */
const zonesOf = (events: readonly Timed[]): Map<string, Span> => {
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

/** An entry as it stands in the file. */
export const entryText = (entry: ICAL.Component): string => `${entry.toString()}\r\n`;

/**
 * A calendar as a file (RFC 5545): the entries with the rules of the zones that they name.
 * @param entries their texts: written before, a few at a time, since all of them together take long
 */
export const calendarFile = (
  { name, description, zone }: CalendarHead,
  events: readonly Timed[],
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

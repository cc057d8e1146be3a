import { toWallClock, wallClockMs, zoneAbbreviation } from '@almanac/dates';
import ICAL from 'ical.js';

/** Milliseconds. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

const OFFSET_ZONE = /^UTC(?:[+-].*)?$/i;

/** True if times are written in the zone; fixed offsets have no name in calendar files, so UTC is written. */
export const isNamedZone = (zone: string): boolean => !OFFSET_ZONE.test(zone);

interface Observance {
  /** Its start in the local time before the change. */
  readonly start: Temporal.PlainDateTime;
  readonly from: number;
  readonly to: number;
  readonly name: string;
}

const secondsOf = ({ offsetNanoseconds }: Temporal.ZonedDateTime): number => offsetNanoseconds / 1_000_000_000;

const observanceAt = (begin: Temporal.ZonedDateTime): Observance => {
  const before = begin.subtract({ nanoseconds: 1 });
  return {
    start: begin.toPlainDateTime().subtract({ seconds: secondsOf(begin) - secondsOf(before) }),
    from: secondsOf(before),
    to: secondsOf(begin),
    name: zoneAbbreviation(begin.timeZoneId, begin.epochMilliseconds),
  };
};

/** Returns the zone's changes of offset: the last one before the span, and those within it. */
const observancesOf = (zone: string, { from, to }: Span): Observance[] => {
  const first = Temporal.Instant.fromEpochMilliseconds(from).toZonedDateTimeISO(zone);
  const begin = first.getTimeZoneTransition('previous') ?? Temporal.PlainDate.from('1970-01-01').toZonedDateTime(zone);
  const found = [observanceAt(begin)];
  let next = first.add({ nanoseconds: -1 }).getTimeZoneTransition('next');
  while (next !== null && next.epochMilliseconds <= to) {
    found.push(observanceAt(next));
    next = next.getTimeZoneTransition('next');
  }
  return found;
};

const offsetOf = (seconds: number): ICAL.UtcOffset => ICAL.UtcOffset.fromSeconds(seconds);

/** Returns the only period of a zone with a fixed offset. */
const fixedPeriod = (zone: string): Observance => {
  const start = Temporal.PlainDateTime.from('1970-01-01');
  const offset = wallClockMs(toWallClock(0, zone)) / 1000;
  return { start, from: offset, to: offset, name: zone };
};

/** Returns the zone's changes in the span, each as its own rule (RFC 5545 §3.6.5). */
export const timezoneComponent = (zone: string, span: Span): ICAL.Component => {
  const component = new ICAL.Component('vtimezone');
  component.addPropertyWithValue('tzid', zone);
  const observances = isNamedZone(zone) ? observancesOf(zone, span) : [fixedPeriod(zone)];
  for (const { start, from, to, name } of observances) {
    const observance = new ICAL.Component(to > from ? 'daylight' : 'standard');
    observance.addPropertyWithValue(
      'dtstart',
      ICAL.Time.fromDateTimeString(start.toString({ smallestUnit: 'second' })),
    );
    observance.addPropertyWithValue('tzoffsetfrom', offsetOf(from));
    observance.addPropertyWithValue('tzoffsetto', offsetOf(to));
    observance.addPropertyWithValue('tzname', name);
    component.addSubcomponent(observance);
  }
  return component;
};

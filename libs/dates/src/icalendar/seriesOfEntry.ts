import {
  calendarRecurrence,
  MAX_RECURRENCE_DATES,
  type Recurrence,
  readRecurrence,
  type SeriesStart,
} from '../recurrence/recurrence.ts';
import { InvalidRuleError } from '../recurrence/rule.ts';
import { isoLocal, wallClockMs, wallClockOf } from '../wallClock.ts';
import { type CalendarTime, clockOf, inZoneOf, readTime } from './calendarTime.ts';
import { InvalidEntryError, type Property } from './contentLine.ts';
import { DAY_MS } from './dateTime.ts';
import { changesFollowing, type Window } from './occurrences.ts';
import { type CalendarEntry, isCancelled } from './readCalendar.ts';
import { findNamedZone } from './zones.ts';

/** A recurring entry that the site takes as a series. */
export interface EntrySeries {
  readonly start: string;
  readonly end: string;
  /** Undefined for days. */
  readonly timezone: string | undefined;
  readonly recurrence: Recurrence;
}

/** The number of characters that the time of an occurrence adds to its name. */
const TIME_LENGTH = '/2031-01-07T19:00:00Z'.length;
const MAX_UID_LENGTH = 255;

/**
 * Returns an entry as a series that starts within the window; undefined if only single events can have its occurrences:
 * times without a named zone, EXRULE, periods, changes of all following occurrences, rules that the site refuses. An
 * entry that does not recur is a series of one occurrence.
 * @param present the first start of the series on the site, which may be before the window
 */
export const seriesOfEntry = (
  entry: CalendarEntry,
  changes: readonly CalendarEntry[],
  window: Window,
  present?: string,
): EntrySeries | undefined => {
  const zone = zoneOf(entry.start);
  if (zone === undefined || !isSimple(entry) || changes.some(changesFollowing)) return undefined;
  const { start, end } = entry;
  const series = { start: clockOf(start), timezone: zone, allDay: start.isDay };
  try {
    const recurrence = readRecurrence(sentRecurrence(entry), series);
    return restOf(recurrence, series, {
      from: firstOf(clockIn(window.from, start), present),
      to: clockIn(window.to, start),
      length: end.local - start.local,
    });
  } catch (error) {
    if (error instanceof InvalidRuleError || error instanceof InvalidEntryError) return undefined;
    throw error;
  }
};

/**
 * Returns the times of the first occurrence of a series, some milliseconds later, as arguments of the interface. Days are
 * those of the site.
 */
export const seriesDates = ({ start, end, timezone }: EntrySeries, shiftMs = 0) => {
  const moved = (ms: number): string => wallClockOf(ms + shiftMs);
  const [from, to] = [wallClockMs(start), wallClockMs(end)];
  if (timezone !== undefined) return { start_date: moved(from), end_date: moved(to), timezone };
  const lastDay = moved(Math.max(from, to - DAY_MS)).slice(0, 10);
  return { start_date: moved(from).slice(0, 10), end_date: lastDay, timezone: '' };
};

/** Returns the beginning of the window, or the day on which the series of the site starts. */
const firstOf = (begin: string, present: string | undefined): string => {
  const day = present === undefined ? begin : `${present.slice(0, 10)} 00:00:00`;
  return day < begin ? day : begin;
};

/** Returns the name of the zone of an entry; for days any. */
const zoneOf = ({ isDay, zone, local }: CalendarTime): string | undefined => {
  if (isDay) return 'UTC';
  const name = zone?.nameAt(local) ?? '';
  if (zone === undefined || findNamedZone(name) !== zone) return undefined;
  return name === 'Etc/GMT' ? 'UTC' : name;
};

const isSimple = ({ uid, properties, calendar }: CalendarEntry): boolean =>
  uid.length + TIME_LENGTH <= MAX_UID_LENGTH &&
  !isCancelled(properties, calendar) &&
  properties.every(({ name, type }) => name !== 'exrule' && !(name === 'rdate' && type === 'period'));

const sentRecurrence = ({ properties, calendar, start }: CalendarEntry): Recurrence => {
  const timesOf = (property: Property): string[] =>
    property.value
      .split(',')
      .filter((value) => value.trim() !== '')
      .map((value) => {
        const time = readTime(property, value, calendar.findZone);
        const clock = clockOf(inZoneOf(time, start));
        return time.isDay ? clock.slice(0, 10) : isoLocal(clock);
      });
  const named = (wanted: string) => properties.filter(({ name }) => name === wanted);
  const rules = named('rrule').map(({ value }) => value);
  const rdates = named('rdate').flatMap(timesOf);
  const isSingle = rules.length === 0 && rdates.length === 0;
  const first = start.isDay ? clockOf(start).slice(0, 10) : isoLocal(clockOf(start));
  return { rules, rdates: isSingle ? [first] : rdates, exdates: named('exdate').flatMap(timesOf) };
};

const clockIn = (instant: Date, { zone }: CalendarTime): string =>
  wallClockOf(zone === undefined ? instant.getTime() : zone.localOf(instant.getTime()));

interface SeriesPart {
  readonly from: string;
  readonly to: string;
  /** From start to end, in milliseconds. */
  readonly length: number;
}

/** Returns the part of a series from a time on; undefined if its rules cannot count from there. */
const restOf = (recurrence: Recurrence, series: SeriesStart, part: SeriesPart): EntrySeries | undefined => {
  const { start, rules, rdates, exdates } = calendarRecurrence(recurrence, series, part);
  if (start < part.from && series.start < part.from) return undefined;
  const later = (dates: readonly string[]): string[] => dates.filter((date) => date >= start);
  const sent = {
    rules,
    rdates: later(rdates).map(isoLocal),
    exdates: later(exdates).map((date) => (series.allDay ? date.slice(0, 10) : isoLocal(date))),
  };
  if (rdates.length > MAX_RECURRENCE_DATES || sent.exdates.length > MAX_RECURRENCE_DATES) return undefined;
  const { timezone, allDay } = series;
  const end = wallClockOf(wallClockMs(start) + part.length);
  return { start, end, timezone: allDay ? undefined : timezone, recurrence: sent };
};

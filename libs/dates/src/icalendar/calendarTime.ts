import { wallClockOf } from '../wallClock.ts';
import { InvalidEntryError, type Property } from './contentLine.ts';
import { DAY_MS, readDateTime, startOfDay } from './dateTime.ts';
import { type EntryZone, UTC, type ZoneFinder } from './zones.ts';

/** A date, or a date with time, of an entry. */
export interface CalendarTime {
  /** The clock time in milliseconds, as if in UTC; of a day its beginning. */
  readonly local: number;
  readonly isDay: boolean;
  /** Undefined for a day, and for a time that has no zone in the file. */
  readonly zone: EntryZone | undefined;
}

/**
 * Reads a value of DTSTART, DTEND, RECURRENCE-ID and the like (RFC 5545 §3.3.4, §3.3.5). A value without time is a day,
 * also without `VALUE=DATE`.
 * @throws InvalidEntryError for another value, or a zone that is unknown
 */
export const readTime = ({ name, parameters, type }: Property, written: string, findZone: ZoneFinder): CalendarTime => {
  // The zone of Outlook has a colon and no quotes: `TZID=tzone://Microsoft/Utc:20310610T190000`.
  const colon = parameters.tzid === undefined ? -1 : written.lastIndexOf(':');
  const { local, hasTime, isUtc } = readDateTime(name, written.slice(colon + 1));
  if (!hasTime || type === 'date') return { local: startOfDay(local), isDay: true, zone: undefined };
  const id = `${parameters.tzid ?? ''}${colon < 0 ? '' : `:${written.slice(0, colon)}`}`.trim();
  if (id === '') return { local, isDay: false, zone: isUtc ? UTC : undefined };
  const zone = findZone(id);
  if (zone === undefined)
    throw new InvalidEntryError(
      `its time zone ${id} (${name.toUpperCase()}) is unknown, and the file does not describe it`,
    );
  return { local: isUtc ? zone.localOf(local) : local, isDay: false, zone };
};

/** Returns the instant of a time in milliseconds. A time without zone counts as in `zone`, else as in UTC. */
export const instantOf = (time: CalendarTime, zone: EntryZone | undefined): number =>
  (time.zone ?? zone ?? UTC).instantOf(time.local);

/** Returns the clock time in another zone; days and times without a zone keep theirs. */
export const inZoneOf = (time: CalendarTime, { isDay, zone }: CalendarTime): CalendarTime => {
  if (isDay || zone === undefined || time.zone === undefined || time.zone === zone) return { ...time, zone };
  return { local: zone.localOf(time.zone.instantOf(time.local)), isDay: false, zone };
};

/** Returns `YYYY-MM-DD HH:MM:SS`. */
export const clockOf = ({ local }: Pick<CalendarTime, 'local'>): string => wallClockOf(local);

/** Returns a time as part of an import UID: `2031-06-10`, `2031-06-10T19:00:00`, with `Z` in UTC. */
export const timeName = (time: CalendarTime): string =>
  time.isDay ? clockOf(time).slice(0, 10) : `${clockOf(time).replace(' ', 'T')}${time.zone === UTC ? 'Z' : ''}`;

const DURATION = /^([+-])?P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/i;

/** Ten years: no event of a calendar lasts longer. */
export const MAX_DURATION_MS = 10 * 366 * DAY_MS;

/** Reads a duration (RFC 5545 §3.3.6) in milliseconds. @throws InvalidEntryError for other texts, also negative ones */
export const readDuration = (value: string): number => {
  const [found, sign, ...numbers] = DURATION.exec(value) ?? [];
  const [weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = numbers.map((number) => Number(number ?? 0));
  if (found === undefined || numbers.every((number) => number === undefined))
    throw new InvalidEntryError(`its DURATION ${value || '(empty)'} is no duration such as PT1H30M`);
  const ms = (((weeks * 7 + days) * 24 + hours) * 60 + minutes) * 60_000 + seconds * 1_000;
  if (sign === '-' && ms > 0) throw new InvalidEntryError(`its DURATION ${value} is negative`);
  requireDuration(ms);
  return ms;
};

/** @throws InvalidEntryError for more than ten years */
export const requireDuration = (ms: number): void => {
  if (ms > MAX_DURATION_MS) throw new InvalidEntryError('it lasts longer than ten years');
};

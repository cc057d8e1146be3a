import { isZone, type ParsedDate, parseDateText, toWallClock } from '@almanac/dates';
import { type Invalid, invalid, invalidParams } from '@almanac/rest';

/** A sent date text, or seconds from 1970, that `readableDate` has accepted. */
export type DateText = string | number;

/** The text that answers show for a missing date; a client that sends it back changes nothing. */
export const UNSET_DATE = '0000-00-00 00:00:00';

/** The refusal of a text that is not a date, with examples of dates. */
export const notDate = invalid('{name} is not a date. These are: 2026-07-04, 2026-07-04 19:30:00, tomorrow 7pm.');

/** Accepts readable date texts; the caller decides the current time and the zone with which they are read. */
export const readableDate = (value: unknown): DateText | Invalid => {
  if (value === UNSET_DATE) return value;
  if (typeof value !== 'string' && typeof value !== 'number') return notDate;
  return parseDateText(value, { zone: 'UTC', now: 0 }) === undefined ? notDate : value;
};

interface Reading {
  readonly zone: string;
  readonly now: Date;
  /** The argument that is read. */
  readonly argument: string;
}

/**
 * Reads a text that `readableDate` has accepted. In another zone, or at another time, it may be outside the supported
 * years.
 * @throws DomainError 400 naming the argument
 */
export const readDate = (value: DateText, reading: Reading): ParsedDate => {
  const parsed = parseDateText(value, {
    zone: reading.zone,
    get now() {
      return reading.now.getTime();
    },
  });
  if (parsed === undefined) throw invalidParams({ [reading.argument]: notDate.message });
  return parsed;
};

/** A time that was read. */
export interface ReadClock {
  /** The local time in the zone. */
  readonly wallClock: string;
  /** The instant as a wall clock in UTC; undefined if seconds from 1970 were sent. */
  readonly instant: string | undefined;
}

/**
 * Reads a local time in a zone; seconds from 1970 are taken as a wall clock in UTC
 * (docs/interface/calendar.md §10.2).
 */
export const readClock = (value: DateText, reading: Reading): ReadClock => {
  const parsed = readDate(value, reading);
  const utc = toWallClock(parsed.instant, 'UTC');
  return parsed.isTimestamp ? { wallClock: utc, instant: undefined } : { wallClock: parsed.wallClock, instant: utc };
};

/** Takes the name of a zone, `UTC`, a fixed offset such as `UTC+2`, or nothing. */
export const readableZone = (value: unknown): string | Invalid =>
  typeof value === 'string' && (value === '' || isZone(value)) ? value : invalid('{name} is not a time zone.');

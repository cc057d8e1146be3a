import { isZone, type ParsedDate, parseDateText, toWallClock } from '@almanac/dates';
import { type Invalid, invalid, invalidParams } from '@almanac/rest';

/** Date text or seconds from 1970, as sent; it is known to be readable. */
export type DateText = string | number;

/** The text that answers show for a missing date; a client that sends it back changes nothing. */
export const UNSET_DATE = '0000-00-00 00:00:00';

/** The refusal of a text that is not a date, with examples of dates. */
export const notDate = invalid('{name} is not a date. These are: 2026-07-04, 2026-07-04 19:30:00, tomorrow 7pm.');

/** Accepts texts that can be read as a date; the caller decides at which moment and in which zone they are read. */
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
 * Reads a text that `readableDate` took: in another zone, and at another moment, it may lie beyond the years that
 * clocks show.
 * @throws DomainError 400 naming the argument
 */
export const readDate = (value: DateText, { zone, now, argument }: Reading): ParsedDate => {
  const parsed = parseDateText(value, { zone, now: now.getTime() });
  if (parsed === undefined) throw invalidParams({ [argument]: notDate.message });
  return parsed;
};

/** A time that was read. */
export interface ReadClock {
  /** The local time in the zone. */
  readonly wallClock: string;
  /** As a wall clock in UTC; undefined where the wall clock alone was meant. */
  readonly instant: string | undefined;
}

/**
 * Reads a time on the clocks of a zone; seconds from 1970 are taken as a clock time of UTC
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

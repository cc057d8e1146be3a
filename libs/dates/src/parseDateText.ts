import { readText } from './date-text/readText.ts';
import { resolve } from './date-text/resolve.ts';
import { parseDateTime } from './parseDateTime.ts';
import { isWithinYears } from './years.ts';
import { toInstant, toWallClock } from './zonedTime.ts';

const MAX_DATE_TEXT_LENGTH = 200;

export interface ParsedDate {
  /** The local time in the zone, `YYYY-MM-DD HH:MM:SS`. */
  readonly wallClock: string;
  /** Milliseconds since 1970. */
  readonly instant: number;
  /** True if the value was a number: seconds since 1970. */
  readonly isTimestamp: boolean;
}

export interface DateTextContext {
  /** The zone of a text that names none; see `isZone`. */
  readonly zone: string;
  /** Milliseconds since 1970; read only for a text that is relative to it. */
  readonly now: number;
}

const NUMBER = /^[ \t\n\r]*[+-]?(?:\d+(?:\.\d*)?|\.\d+)[ \t\n\r]*$/;
/** Digits that are a date, perhaps with a time, rather than seconds since 1970. */
const COMPACT = /^(?:19|20|21)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])(?:\d{6})?$/;

/** The most frequent form, read without trying the others; a day beyond the month's end rolls over. */
const DATE = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/;

const timestampOf = (value: string | number): number | undefined => {
  if (typeof value === 'number') return value;
  return NUMBER.test(value) && !COMPACT.test(value) ? Number(value) : undefined;
};

const instantOf = (value: string | number, context: DateTextContext): number | undefined => {
  const { zone } = context;
  const seconds = timestampOf(value);
  if (seconds !== undefined) return Math.floor(seconds) * 1000;
  const text = String(value);
  if (DATE.test(text)) return toInstant(`${text} 00:00:00`, zone);
  const exact = parseDateTime(text, zone);
  if (exact !== undefined) return exact.instant;
  const reading = text.length > MAX_DATE_TEXT_LENGTH || text.trim() === '' ? undefined : readText(text);
  return reading === undefined ? undefined : resolve(reading, zone, context.now);
};

/**
 * Parses free date text as PHP's strtotime does (`tomorrow 9am`, `next wednesday 4pm`, `+2 days`, `2026-05-01`, ISO
 * 8601 with an offset), or seconds since 1970. Returns undefined for other text, blank text, and times beyond the years
 * 1 to 9999.
 * @throws RangeError for an unknown `zone`
 */
export const parseDateText = (value: string | number, context: DateTextContext): ParsedDate | undefined => {
  const instant = instantOf(value, context);
  if (instant === undefined || !isWithinYears(instant)) return undefined;
  const isTimestamp = timestampOf(value) !== undefined;
  return { wallClock: toWallClock(instant, context.zone), instant, isTimestamp };
};

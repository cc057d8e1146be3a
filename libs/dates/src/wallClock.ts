/**
 * Wall clocks are strings `YYYY-MM-DD HH:MM:SS`, without a zone; a `T` instead of the blank is accepted.
 */

const DIGIT_ZERO = 48;
const LENGTH = 19;

/** The parts of a wall clock as zero-padded texts (docs/interface/dates.md §4). */
export interface DateDetails {
  readonly year: string;
  readonly month: string;
  readonly day: string;
  readonly hour: string;
  readonly minutes: string;
  readonly seconds: string;
}

const two = (text: string, at: number): number =>
  (text.charCodeAt(at) - DIGIT_ZERO) * 10 + text.charCodeAt(at + 1) - DIGIT_ZERO;

/**
 * Returns the milliseconds from 1970 to the wall clock as if it were UTC; days and hours beyond their bounds roll over.
 * @throws RangeError for text that is no wall clock
 */
export const wallClockMs = (wallClock: string): number => {
  const year = two(wallClock, 0) * 100 + two(wallClock, 2);
  const ms = Date.UTC(year, two(wallClock, 5) - 1, two(wallClock, 8), two(wallClock, 11), two(wallClock, 14));
  const value = ms + two(wallClock, 17) * 1000;
  if (Number.isNaN(value) || wallClock.length < LENGTH) throw new RangeError(`no wall clock: ${wallClock}`);
  return year >= 100 ? value : new Date(value).setUTCFullYear(year);
};

/** Returns the wall clock of milliseconds counted as UTC. @throws RangeError beyond the years 0 to 9999 */
export const wallClockOf = (ms: number): string => {
  const iso = new Date(ms).toISOString();
  if (iso.length !== 24) throw new RangeError(`beyond the years 0 to 9999: ${iso}`);
  return `${iso.slice(0, 10)} ${iso.slice(11, 19)}`;
};

/** Returns `YYYY-MM-DDTHH:MM:SS`, the form of dates in answers of core/v2 (docs/interface/dates.md §1). */
export const isoLocal = (wallClock: string): string => `${wallClock.slice(0, 10)}T${wallClock.slice(11, LENGTH)}`;

/** Splits a wall clock into its parts (docs/interface/dates.md §4). */
export const dateDetails = (wallClock: string): DateDetails => ({
  year: wallClock.slice(0, 4),
  month: wallClock.slice(5, 7),
  day: wallClock.slice(8, 10),
  hour: wallClock.slice(11, 13),
  minutes: wallClock.slice(14, 16),
  seconds: wallClock.slice(17, LENGTH),
});

/** True if the text is a wall clock that exists: no 30 February, no 24:00. */
export const isWallClock = (text: string): boolean => {
  if (!/^\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d$/.test(text)) return false;
  return wallClockOf(wallClockMs(text)) === `${text.slice(0, 10)} ${text.slice(11)}`;
};

/** Returns the wall clock a number of seconds later, or earlier if negative; ignores zones. */
export const addSeconds = (wallClock: string, seconds: number): string =>
  wallClockOf(wallClockMs(wallClock) + seconds * 1000);

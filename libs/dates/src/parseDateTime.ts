import { wallClockMs } from './wallClock.ts';
import { isWithinYears } from './years.ts';
import { instantOfLocal, toWallClock } from './zonedTime.ts';

export interface ParsedDateTime {
  /** The local time in the requested zone, `YYYY-MM-DD HH:MM:SS`. */
  readonly wallClock: string;
  /** Milliseconds since 1970. */
  readonly instant: number;
}

const SHAPE =
  /^(\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01]))[Tt ]((?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d|24:00:00)(?:\.\d+)?(Z|[+-](?:[01]\d|2[0-3])(?::[0-5]\d)?)?$/;

const offsetMs = (text: string): number => {
  if (text === 'Z') return 0;
  const [hours = 0, minutes = 0] = text.slice(1).split(':').map(Number);
  return (hours * 60 + minutes) * (text.startsWith('-') ? -60_000 : 60_000);
};

/** True if the text is a date-time of the REST interface (docs/interface/dates.md §1). */
export const isDateTime = (text: string): boolean => SHAPE.test(text) && !text.startsWith('0000');

/**
 * Parses a date-time of the REST interface, `YYYY-MM-DDTHH:MM:SS` with optional fraction and offset
 * (docs/interface/dates.md §1). Without an offset it is read in `zone`: the site's for local members, `UTC` for those
 * in GMT. Days beyond the month's end roll over. Returns undefined for other text and for times beyond the years 1 to
 * 9999.
 * @throws RangeError for an unknown `zone`
 */
export const parseDateTime = (text: string, zone: string): ParsedDateTime | undefined => {
  const match = SHAPE.exec(text);
  if (match === null || !isDateTime(text)) return undefined;
  const [, date, time, offset] = match;
  const local = wallClockMs(`${date} ${time}`);
  const instant = offset === undefined ? instantOfLocal(local, zone) : local - offsetMs(offset);
  return isWithinYears(instant) ? { wallClock: toWallClock(instant, zone), instant } : undefined;
};

import { isWallClock, wallClockMs } from '../wallClock.ts';
import { InvalidEntryError } from './contentLine.ts';

export const DAY_MS = 86_400_000;

/** Returns the beginning of the day of a clock time. */
export const startOfDay = (local: number): number => Math.floor(local / DAY_MS) * DAY_MS;

const DATE_TIME = /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)(Z)?)?$/i;

interface DateTime {
  /** The clock time in milliseconds, as if in UTC. */
  readonly local: number;
  readonly hasTime: boolean;
  readonly isUtc: boolean;
}

/** Reads a date or a date with time. @throws InvalidEntryError */
export const readDateTime = (name: string, value: string): DateTime => {
  const [, year, month, day, hour, minute, second, z] = DATE_TIME.exec(value) ?? [];
  // RFC 5545 §3.3.12 permits the leap second, which no clock of a site has.
  const clock = `${year}-${month}-${day} ${hour ?? '00'}:${minute ?? '00'}:${second === '60' ? '59' : (second ?? '00')}`;
  if (!isWallClock(clock) || year === '0000' || year === '9999')
    throw new InvalidEntryError(
      `its ${name.toUpperCase()} ${value || '(empty)'} is no date such as 20310610, and no time such as 20310610T190000`,
    );
  return { local: wallClockMs(clock), hasTime: hour !== undefined, isUtc: z !== undefined };
};

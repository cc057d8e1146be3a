import { wallClockMs, wallClockOf } from './wallClock.ts';
import { type Zone, zoneOf } from './zone.ts';

/** Returns the first index whose bound is above the value; bounds ascend and end with Infinity. */
const periodOf = (bounds: readonly number[], value: number): number => {
  let low = 0;
  let high = bounds.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (value < (bounds[middle] ?? Number.POSITIVE_INFINITY)) high = middle;
    else low = middle + 1;
  }
  return low;
};

/** Returns the milliseconds to add to UTC in a period of a zone. */
const offsetIn = ({ offsets }: Zone, period: number): number => offsets[period] ?? 0;

const instantIn = (zone: Zone, localMs: number): number => {
  const period = periodOf(zone.localUntils, localMs);
  const instant = localMs - offsetIn(zone, period);
  const inGap = instant < (zone.untils[period - 1] ?? Number.NEGATIVE_INFINITY);
  return inGap ? localMs - offsetIn(zone, period - 1) : instant;
};

/** Returns the milliseconds of an instant, given as such or as a wall clock in UTC. */
const instantMs = (instant: number | string): number => (typeof instant === 'number' ? instant : wallClockMs(instant));

/**
 * Returns the instant, in milliseconds, of a local time in a zone. A local time that clocks skip moves forward by the
 * size of the gap; a repeated one is the first of the two.
 * @throws RangeError for an unknown zone or text that is no wall clock
 */
export const toInstant = (wallClock: string, zone: string): number => instantOfLocal(wallClockMs(wallClock), zone);

/** Does the same as `toInstant` for a wall clock given as milliseconds as if in UTC. */
export const instantOfLocal = (localMs: number, zone: string): number => instantIn(zoneOf(zone), localMs);

/** Returns the wall clock in UTC for a local time in a zone; see `toInstant`. */
export const toUtc = (wallClock: string, zone: string): string => wallClockOf(toInstant(wallClock, zone));

/** Returns the local time at an instant: milliseconds, or a wall clock in UTC. @throws RangeError as `toInstant` */
export const toWallClock = (instant: number | string, zone: string): string => {
  const ms = instantMs(instant);
  const table = zoneOf(zone);
  return wallClockOf(ms + offsetIn(table, periodOf(table.untils, ms)));
};

/** Returns `EDT`, `CET`, `+0545`, or the name of a fixed offset. The instant is milliseconds or a wall clock in UTC. */
export const zoneAbbreviation = (zone: string, instant: number | string): string => {
  const table = zoneOf(zone);
  return table.abbreviations[periodOf(table.untils, instantMs(instant))] ?? zone;
};

/** Returns the hours to add to UTC, `5.5` for India. The instant is milliseconds or a wall clock in UTC. */
export const gmtOffset = (zone: string, instant: number | string): number => {
  const table = zoneOf(zone);
  return offsetIn(table, periodOf(table.untils, instantMs(instant))) / 3_600_000;
};

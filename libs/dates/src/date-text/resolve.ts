import { wallClockMs } from '../wallClock.ts';
import { instantOfLocal, toWallClock } from '../zonedTime.ts';
import type { Reading, Relative } from './reading.ts';

const DAY = 86_400_000;

const dayOfWeek = (ms: number): number => (((Math.floor(ms / DAY) + 4) % 7) + 7) % 7;

/** Returns the number of days to a weekday of the same week; weeks start on Monday. */
const withinWeek = (today: number, weekday: number): number =>
  (weekday === 0 ? 7 : weekday) - (today === 0 ? 7 : today);

const daysToWeekday = (today: number, { weekday = 0, weekdayRule, days }: Relative): number => {
  if (weekdayRule === 'of the week') return withinWeek(today, weekday);
  if (weekday < 0) return -weekday - today - 7;
  const difference = weekday - today;
  const isPast = days < 0 ? difference < 0 : difference < 0 || (difference === 0 && weekdayRule === 'after today');
  return isPast ? difference + 7 : difference;
};

/** Adds a number of days, counting only Monday to Friday; negative counts back. */
const workingDays = (ms: number, count: number): number => {
  const step = count < 0 ? -1 : 1;
  let left = Math.abs(count) % 5;
  let day = ms + Math.trunc(count / 5) * 7 * DAY;
  const isFree = (at: number): boolean => dayOfWeek(at) === 0 || dayOfWeek(at) === 6;
  if (left === 0 && count !== 0) while (isFree(day)) day -= step * DAY;
  for (; left > 0; left -= 1) {
    day += step * DAY;
    while (isFree(day)) day += step * DAY;
  }
  return day;
};

/** Returns the date and time of a reading, with missing parts taken from now; milliseconds as if in UTC. */
const named = (reading: Reading, nowMs: number): Date => {
  const now = new Date(nowMs);
  const midnight = reading.hasDate && !reading.hasTime;
  const time = (value: number | undefined, fromNow: number): number => (midnight ? 0 : (value ?? fromNow));
  const date = new Date(0);
  date.setUTCFullYear(
    reading.year ?? now.getUTCFullYear(),
    (reading.month ?? now.getUTCMonth() + 1) - 1,
    reading.day ?? now.getUTCDate(),
  );
  date.setUTCHours(
    time(reading.hour, now.getUTCHours()),
    time(reading.minute, now.getUTCMinutes()),
    time(reading.second, now.getUTCSeconds()),
  );
  return date;
};

const goToMonth = (date: Date, { weekdayOf, months }: Relative): void => {
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months + (weekdayOf === 'next month' ? 1 : 0));
};

/** Adds the offsets, hours too, to the wall clock: at a change of clocks `+1 hour` may be two hours, or none. */
const moved = (date: Date, relative: Relative): number => {
  const { weekday, weekdayOf, dayOf, years, months, days, hours, minutes, seconds } = relative;
  if (weekdayOf !== undefined) goToMonth(date, relative);
  if (weekday !== undefined) date.setUTCDate(date.getUTCDate() + daysToWeekday(dayOfWeek(date.getTime()), relative));
  const restMonths = weekdayOf === undefined ? months : 0;
  const day = dayOf === undefined ? date.getUTCDate() + days : 1;
  date.setUTCFullYear(date.getUTCFullYear() + years, date.getUTCMonth() + restMonths, day);
  if (dayOf === 'last') date.setUTCMonth(date.getUTCMonth() + 1, 0);
  date.setTime(date.getTime() + ((hours * 60 + minutes) * 60 + seconds) * 1000);
  return relative.workingDays === undefined ? date.getTime() : workingDays(date.getTime(), relative.workingDays);
};

const inZone = (localMs: number, zone: number | string): number =>
  typeof zone === 'number' ? localMs - zone : instantOfLocal(localMs, zone);

/**
 * Returns the instant of a reading at `now`, in `zone` unless the text names its own; milliseconds, NaN beyond all
 * calendars.
 * @throws RangeError for an unknown `zone`
 */
export const resolve = (reading: Reading, zone: string, now: number): number => {
  const date = named(reading, wallClockMs(toWallClock(now, zone)));
  return inZone(moved(date, reading.relative), reading.zone ?? zone);
};

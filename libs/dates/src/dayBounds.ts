import { addSeconds } from './wallClock.ts';

const DAY_SECONDS = 86_400;

/** Returns the seconds of the site's end-of-day cutoff, `HH:MM`. */
const cutoffSeconds = (cutoff: string): number => {
  const [hours = 0, minutes = 0] = cutoff.split(':').map(Number);
  return hours * 3600 + minutes * 60;
};

/** Returns the first second of a day; with a cutoff of `05:00`, 5 o'clock (docs/interface/dates.md §5). */
export const startOfDay = (wallClock: string, cutoff = '00:00'): string =>
  addSeconds(`${wallClock.slice(0, 10)} 00:00:00`, cutoffSeconds(cutoff));

/** Returns the last second of a day; with a cutoff of `05:00`, 04:59:59 of the next day. */
export const endOfDay = (wallClock: string, cutoff = '00:00'): string =>
  addSeconds(`${wallClock.slice(0, 10)} 00:00:00`, cutoffSeconds(cutoff) + DAY_SECONDS - 1);

import { toWallClock } from '@almanac/dates';
import type { AskedDate, Clocks } from '@almanac/publication';
import type { MediumFields } from './medium.ts';

/** When a medium is published: at the moment asked for, else now; its date never floats. */
export const publication = (
  asked: AskedDate | undefined,
  { now, zone }: Clocks,
): Pick<MediumFields, 'date' | 'dateUtc'> => {
  const instant = asked?.instant ?? now;
  return { date: toWallClock(instant, zone), dateUtc: toWallClock(instant, 'UTC') };
};

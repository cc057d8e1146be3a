import { toWallClock } from '@almanac/dates';
import type { AskedDate } from '../posts/postDates.ts';
import type { MediumFields } from './medium.ts';

/** When a medium is published: at the moment asked for, else now; its date never floats. */
export const publication = (
  asked: AskedDate | undefined,
  { now, zone }: { readonly now: number; readonly zone: string },
): Pick<MediumFields, 'date' | 'dateUtc'> => {
  const instant = asked?.instant ?? now;
  return { date: toWallClock(instant, zone), dateUtc: toWallClock(instant, 'UTC') };
};

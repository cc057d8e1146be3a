import { toWallClock } from '@almanac/dates';
import type { RecordFields, Status } from './record.ts';
import { isFloating, settle } from './statuses.ts';

/** The publication date that a client named: an instant as a wall clock in UTC. */
export type AskedDate = string | undefined;

export interface Clocks {
  /** `YYYY-MM-DD HH:MM:SS`, UTC. */
  readonly nowUtc: string;
  readonly siteZone: string;
}

type Publication = Pick<RecordFields, 'status' | 'date' | 'dateUtc'>;

/**
 * Status and publication date of a record to be created. A draft without a date has a floating one: it shows the time
 * of its making and has none in UTC until it is published.
 */
export const firstPublication = (status: Status, asked: AskedDate, clocks: Clocks): Publication => {
  const dateUtc = asked ?? clocks.nowUtc;
  const date = toWallClock(dateUtc, clocks.siteZone);
  if (asked === undefined && isFloating(status)) return { status, date, dateUtc: null };
  return { status: settle(status, dateUtc, clocks.nowUtc), date, dateUtc };
};

/** The same for a change: what is not asked for stays, and a floating date is fixed when the draft is published. */
export const nextPublication = (
  current: Publication,
  status: Status,
  asked: AskedDate,
  clocks: Clocks,
): Publication => {
  const floats = asked === undefined && current.dateUtc === null;
  if (floats && (isFloating(status) || status === 'trash')) return { status, date: current.date, dateUtc: null };
  const dateUtc = asked ?? current.dateUtc ?? clocks.nowUtc;
  const date = asked === undefined && !floats ? current.date : toWallClock(dateUtc, clocks.siteZone);
  return { status: settle(status, dateUtc, clocks.nowUtc), date, dateUtc };
};

/** The instant, to the second, as a wall clock in UTC. */
export const utcClock = (at: string): string => at.slice(0, 19).replace('T', ' ');

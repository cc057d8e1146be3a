import { toInstant, toWallClock } from '@almanac/dates';
import { isDraft, settledStatus } from './status.ts';

/** A publication date on the site's clocks and in UTC: `YYYY-MM-DD HH:MM:SS`. */
export interface PublicationDate {
  readonly date: string;
  /** Null while a draft's date floats. */
  readonly dateUtc: string | null;
}

export interface Publication<Status extends string> extends PublicationDate {
  readonly status: Status;
}

/** What is asked of a publication date: null for none, which makes drafts float (docs/interface/core-posts.md §7.1). */
export type AskedDate = {
  /** On the site's clocks. */
  readonly wallClock: string;
  /** Milliseconds. */
  readonly instant: number;
} | null;

/** The clocks of a decision: now in milliseconds, and the site's zone. */
export interface Clocks {
  readonly now: number;
  readonly zone: string;
}

/** The clocks of work that is decided at a moment, ISO 8601. */
export const clocksAt = (at: string, zone: string): Clocks => ({ now: Date.parse(at), zone });

const dateAt = (instant: number, zone: string): { readonly date: string; readonly dateUtc: string } => ({
  date: toWallClock(instant, zone),
  dateUtc: toWallClock(instant, 'UTC'),
});

/** Status and date of a new item. A draft without a date has a floating one: it shows the time of its making. */
export const firstPublication = <Status extends string>(
  status: Status,
  asked: AskedDate | undefined,
  { now, zone }: Clocks,
): Publication<Status | 'publish' | 'future'> => {
  if (asked != null) return { status: settledStatus(status, asked.instant, now), ...dateAt(asked.instant, zone) };
  if (isDraft(status)) return { status, date: toWallClock(now, zone), dateUtc: null };
  return { status: settledStatus(status, now, now), ...dateAt(now, zone) };
};

/** The same for a change: what is not asked for stays, and a floating date is fixed when the draft is published. */
export const nextPublication = <Status extends string>(
  current: PublicationDate,
  status: Status,
  asked: AskedDate | undefined,
  clocks: Clocks,
): Publication<Status | 'publish' | 'future'> => {
  const { now, zone } = clocks;
  if (asked === null) return firstPublication(status, null, clocks);
  if (asked !== undefined && asked.wallClock !== current.date)
    return { status: settledStatus(status, asked.instant, now), ...dateAt(asked.instant, zone) };
  if (current.dateUtc !== null) {
    const { date, dateUtc } = current;
    return { status: settledStatus(status, toInstant(dateUtc, 'UTC'), now), date, dateUtc };
  }
  if (isDraft(status) || status === 'trash') return { status, date: current.date, dateUtc: null };
  return { status: settledStatus(status, now, now), ...dateAt(now, zone) };
};

/** When something is changed at this moment, on the site's clocks and in UTC. */
export const modifiedNow = ({ now, zone }: Clocks): { readonly modified: string; readonly modifiedUtc: string } => ({
  modified: toWallClock(now, zone),
  modifiedUtc: toWallClock(now, 'UTC'),
});

/** The publication date in UTC; of a floating date what the site's clock says (docs/interface/core-posts.md §2.1). */
export const dateInUtc = ({ date, dateUtc }: PublicationDate, zone: string): string =>
  dateUtc ?? toWallClock(toInstant(date, zone), 'UTC');

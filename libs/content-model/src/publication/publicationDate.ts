import { toInstant, toWallClock } from '@almanac/dates';
import type { Metadata } from '@almanac/event-store';
import { isDraft, statusAtDate } from './status.ts';

/** A publication date on the site's clocks and in UTC: `YYYY-MM-DD HH:MM:SS`. */
export interface PublicationDate {
  readonly date: string;
  /** Null for a draft with a floating date. */
  readonly dateUtc: string | null;
}

export interface Publication<Status extends string> extends PublicationDate {
  readonly status: Status;
}

/** A requested publication date; null for no date: drafts get a floating date (docs/interface/core-posts.md §7.1). */
export type AskedDate = {
  /** In the site's time zone. */
  readonly wallClock: string;
  /** Unix time in milliseconds. */
  readonly instant: number;
} | null;

/** The time of a decision: Unix time in milliseconds, and the site's time zone. */
export interface Clocks {
  readonly now: number;
  readonly zone: string;
  /** The time of the change that the decision copies from another site. */
  readonly moved?: number;
}

/** Returns the clocks of a commit. */
export const clocksAt = ({ at, moved }: Pick<Metadata, 'at' | 'moved'>, zone: string): Clocks => ({
  now: Date.parse(at),
  zone,
  ...(moved?.modified !== undefined && { moved: Date.parse(moved.modified) }),
});

const dateAt = (instant: number, zone: string): { readonly date: string; readonly dateUtc: string } => ({
  date: toWallClock(instant, zone),
  dateUtc: toWallClock(instant, 'UTC'),
});

/** Returns status and date of a new item. A draft without a date gets a floating date: the time of its creation. */
export const firstPublication = <Status extends string>(
  status: Status,
  asked: AskedDate | undefined,
  { now, zone, moved }: Clocks,
): Publication<Status | 'publish' | 'future'> => {
  if (asked != null) return { status: statusAtDate(status, asked.instant, now), ...dateAt(asked.instant, zone) };
  if (isDraft(status)) return { status, date: toWallClock(moved ?? now, zone), dateUtc: null };
  return { status: statusAtDate(status, now, now), ...dateAt(now, zone) };
};

/** Returns status and date after a change. Undefined keeps the date; publishing a draft fixes a floating date. */
export const nextPublication = <Status extends string>(
  current: PublicationDate,
  status: Status,
  asked: AskedDate | undefined,
  clocks: Clocks,
): Publication<Status | 'publish' | 'future'> => {
  const { now, zone } = clocks;
  if (asked === null) return firstPublication(status, null, clocks);
  if (asked !== undefined && asked.wallClock !== current.date)
    return { status: statusAtDate(status, asked.instant, now), ...dateAt(asked.instant, zone) };
  if (current.dateUtc !== null) {
    const { date, dateUtc } = current;
    return { status: statusAtDate(status, toInstant(dateUtc, 'UTC'), now), date, dateUtc };
  }
  if (isDraft(status) || status === 'trash') return { status, date: current.date, dateUtc: null };
  return { status: statusAtDate(status, now, now), ...dateAt(now, zone) };
};

/** Returns the time of the change as a modification date, in the site's time zone and in UTC. */
export const modifiedNow = ({
  now,
  zone,
  moved = now,
}: Clocks): { readonly modified: string; readonly modifiedUtc: string } => ({
  modified: toWallClock(moved, zone),
  modifiedUtc: toWallClock(moved, 'UTC'),
});

/** Returns the publication date in UTC; a floating one is in the site's zone (docs/interface/core-posts.md §2.1). */
export const dateInUtc = ({ date, dateUtc }: PublicationDate, zone: string): string =>
  dateUtc ?? toWallClock(toInstant(date, zone), 'UTC');

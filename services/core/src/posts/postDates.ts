import { parseDateTime, toInstant, toWallClock } from '@almanac/dates';
import type { Post, PostDates, PostModification } from './post.ts';
import { isDraft, type Status, settled } from './statuses.ts';

/** What is asked of a publication date: null for none, which makes drafts float (core-posts.md §7.1). */
export type AskedDate = { readonly wallClock: string; readonly instant: number } | null;

/**
 * The publication date that a request names. `date` is on the site's clocks, `date_gmt` in UTC, and the first of them
 * that says one counts; undefined where neither was sent.
 */
export const askedDate = (
  { date, date_gmt }: { readonly date?: string | null | undefined; readonly date_gmt?: string | null | undefined },
  zone: string,
): AskedDate | undefined => {
  if (typeof date === 'string') return parseDateTime(date, zone) ?? null;
  if (typeof date_gmt === 'string') {
    const parsed = parseDateTime(date_gmt, 'UTC');
    return parsed === undefined ? null : { instant: parsed.instant, wallClock: toWallClock(parsed.instant, zone) };
  }
  return date === null || date_gmt === null ? null : undefined;
};

/** The clocks of a decision: now in milliseconds, and the site's zone. */
export interface Clocks {
  readonly now: number;
  readonly zone: string;
}

type Publication = PostDates & { readonly status: Status };

const at = (instant: number, zone: string): PostDates => ({
  date: toWallClock(instant, zone),
  dateUtc: toWallClock(instant, 'UTC'),
});

/** When something is changed at this moment. */
export const modifiedNow = ({ now, zone }: Clocks): PostModification => ({
  modified: toWallClock(now, zone),
  modifiedUtc: toWallClock(now, 'UTC'),
});

/** A new post was changed when it was published, whatever date that says (core-posts.md §2.1). */
export const firstModification = (dates: PostDates, zone: string): PostModification => ({
  modified: dates.date,
  modifiedUtc: dateInUtc(dates, zone),
});

/** Status and date of a new post. A draft without a date has a floating one. */
export const firstPublication = (status: Status, asked: AskedDate | undefined, clocks: Clocks): Publication => {
  const { now, zone } = clocks;
  if (asked != null) return { status: settled(status, asked.instant, now), ...at(asked.instant, zone) };
  if (isDraft(status)) return { status, date: toWallClock(now, zone), dateUtc: null };
  return { status: settled(status, now, now), ...at(now, zone) };
};

/** The same for a change: what is not asked for stays, and a floating date is fixed when the draft is published. */
export const nextPublication = (
  post: Pick<Post, 'date' | 'dateUtc'>,
  status: Status,
  asked: AskedDate | undefined,
  clocks: Clocks,
): Publication => {
  const { now, zone } = clocks;
  if (asked === null) return firstPublication(status, null, clocks);
  const named = asked === undefined || asked.wallClock === post.date ? undefined : asked;
  if (named !== undefined) return { status: settled(status, named.instant, now), ...at(named.instant, zone) };
  if (post.dateUtc === null) {
    return isDraft(status)
      ? { status, date: post.date, dateUtc: null }
      : { status: settled(status, now, now), ...at(now, zone) };
  }
  return { status: settled(status, toInstant(post.dateUtc, 'UTC'), now), date: post.date, dateUtc: post.dateUtc };
};

/** The publication date in UTC; of a floating date what the site's clock says (core-posts.md §2.1). */
export const dateInUtc = ({ date, dateUtc }: PostDates, zone: string): string =>
  dateUtc ?? toWallClock(toInstant(date, zone), 'UTC');

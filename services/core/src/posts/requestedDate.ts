import type { AskedDate } from '@almanac/content-model';
import { parseDateTime, toWallClock } from '@almanac/dates';

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

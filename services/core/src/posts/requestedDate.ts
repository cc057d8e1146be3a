import type { AskedDate } from '@almanac/content-model';
import { parseDateTime, toWallClock } from '@almanac/dates';

/**
 * Returns the requested publication date. `date` is on the site's clocks, `date_gmt` in UTC; `date` takes precedence.
 * Null if the date is removed, undefined if neither was sent.
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

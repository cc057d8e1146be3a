import type { AskedDate } from '@almanac/content-model';
import { toWallClock } from '@almanac/dates';
import type { Calendar } from '../calendar.ts';
import type { Status } from './contentItem.ts';
import { type DateText, readDate } from './dateTexts.ts';
import type { writableStatuses } from './statuses.ts';

/** The sent values that decide the publication of a content item. */
export interface PublicationValues {
  readonly status?: (typeof writableStatuses)[number] | undefined;
  readonly date?: DateText | undefined;
  readonly date_utc?: DateText | undefined;
}

/**
 * Reads the sent status and publication date; `date` is read in the zone, `date_utc` in UTC, and `date_utc` wins.
 * @param zone default: the site's
 */
export const readPublication = (
  { status, date, date_utc }: PublicationValues,
  { settings, now }: Pick<Calendar, 'settings' | 'now'>,
  zone = settings.current().timezone,
): { readonly status: Status | undefined; readonly date: AskedDate | undefined } => {
  const read = (text: DateText, argument: string, within: string): AskedDate => {
    const { instant } = readDate(text, { zone: within, now: now(), argument });
    return { instant, wallClock: toWallClock(instant, settings.current().timezone) };
  };
  if (date_utc !== undefined) return { status, date: read(date_utc, 'date_utc', 'UTC') };
  return { status, date: date === undefined ? undefined : read(date, 'date', zone) };
};

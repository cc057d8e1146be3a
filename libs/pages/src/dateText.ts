import { DEFAULT_FORMATS_LANGUAGE, defaultSettings } from '@almanac/contracts';
import { dateTimeFormat, firstDayEnding, formatDate, zoneAbbreviation } from '@almanac/dates';
import { mainLanguage } from '@almanac/i18n';
import type { RenderContext } from './renderContext.ts';

/** The settings of the site, and the language of a page as a BCP 47 tag in any case. */
type Where = Pick<RenderContext, 'site'> & { readonly language: string };

/** True if a setting has its default, which is only meant for languages that write as the default formats do. */
const isForeignDefault = (name: 'date_format' | 'time_format' | 'start_of_week', { site, language }: Where): boolean =>
  site[name] === defaultSettings[name] && mainLanguage(language) !== DEFAULT_FORMATS_LANGUAGE;

/** True if a page is in the site's own language, in any of its regions. */
export const isOwnLanguage = ({ site, language }: Where): boolean =>
  mainLanguage(language) === mainLanguage(site.default_language);

/** True if a format of the site fits the page: it is written for the site's own language. */
const usesSiteFormat = (name: 'date_format' | 'time_format', where: Where): boolean =>
  isOwnLanguage(where) && !isForeignDefault(name, where);

/** Returns the first day of weeks, as the site configures or else as usual in the region of the language; 0 is Sunday. */
export const weekStart = (where: Where): number =>
  !where.site.start_of_week_in_every_language && isForeignDefault('start_of_week', where)
    ? new Intl.Locale(where.language).getWeekInfo().firstDay % 7
    : where.site.start_of_week;

/** Parses a wall clock as UTC, the time zone of the formats. */
const clock = (wallClock: string): Date => new Date(`${wallClock.replace(' ', 'T')}Z`);

/** Formats a date that has a day of the month: `1er juin`, where a language writes the first day as an ordinal. */
const dated = (language: string, options: Intl.DateTimeFormatOptions, date: Date): string => {
  const format = dateTimeFormat(language, options);
  const ending = date.getUTCDate() === 1 ? firstDayEnding(language) : '';
  if (ending === '') return format.format(date);
  const parts = format.formatToParts(date);
  return parts.map(({ type, value }) => (type === 'day' && value === '1' ? `1${ending}` : value)).join('');
};

const dateOf = (date: Temporal.PlainDate): Date => clock(`${date} 00:00:00`);

/** Formats the day of a wall clock in the page's language: `June 10, 2031`, `10 juin 2031`. */
export const dayText = (wallClock: string, where: Where): string =>
  usesSiteFormat('date_format', where)
    ? formatDate(where.site.date_format, wallClock, where.language)
    : dated(where.language, { dateStyle: 'long' }, clock(wallClock));

/** Formats the day with its weekday: `Tuesday, June 10, 2031`. */
export const fullDayText = (wallClock: string, { language }: Where): string =>
  dated(language, { dateStyle: 'full' }, clock(wallClock));

/** Formats the time of a wall clock: `7:30 pm`, `19 h 30`. */
export const timeText = (wallClock: string, where: Where): string =>
  usesSiteFormat('time_format', where)
    ? formatDate(where.site.time_format, wallClock, where.language)
    : dateTimeFormat(where.language, { timeStyle: 'short' }).format(clock(wallClock));

const separators = new Map<string, string>();

/** Returns the punctuation between a day and a time: `, `, `، `. */
export const dayTimeSeparator = ({ language }: Pick<Where, 'language'>): string => {
  const known = separators.get(language);
  if (known !== undefined) return known;
  const parts = dateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }).formatToParts(0);
  const time = parts.findIndex(({ type }) => type === 'hour' || type === 'dayPeriod');
  const separator = (parts[time - 1]?.value ?? ' ').split(/[\p{L}\p{N}.]/u).at(-1) || ' ';
  separators.set(language, separator);
  return separator;
};

/** Formats a month: `June 2031`. */
export const monthText = (month: Temporal.PlainYearMonth, { language }: Where): string =>
  dateTimeFormat(language, { month: 'long', year: 'numeric' }).format(dateOf(month.toPlainDate({ day: 1 })));

/** Formats a day in short: `Mon, Jun 9`. */
export const shortDayText = (date: Temporal.PlainDate, { language }: Where): string =>
  dated(language, { weekday: 'short', month: 'short', day: 'numeric' }, dateOf(date));

/** Formats the name of a month in short: `Jun`. */
export const shortMonthText = (wallClock: string, { language }: Where): string =>
  dateTimeFormat(language, { month: 'short' }).format(clock(wallClock));

/** Formats the name of a day of the week. */
export const weekdayText = (
  date: Temporal.PlainDate,
  weekday: 'long' | 'short' | 'narrow',
  { language }: Where,
): string => dateTimeFormat(language, { weekday }).format(dateOf(date));

const zoneFormats = new Map<string, Intl.DateTimeFormat>();

/** A name that only states an offset: `GMT+2`, `UTC−4`. */
const OFFSET_NAME = /^(?:GMT|UTC)\P{L}*\d/u;

/**
 * Returns the short name of a time zone at an instant as the language writes it: `EDT`, `HAE`, `MESZ`. Where the
 * language has none, it is that of the time zone database.
 * @param utc milliseconds, or a wall clock in UTC
 */
export const zoneText = (zone: string, utc: number | string, { language }: Pick<Where, 'language'>): string => {
  const own = namedIn(zone, language)
    ?.formatToParts(typeof utc === 'string' ? clock(utc) : utc)
    .find(({ type }) => type === 'timeZoneName')?.value;
  return own === undefined || OFFSET_NAME.test(own) ? zoneAbbreviation(zone, utc) : own;
};

/** Returns the format of a zone; undefined for a name that the platform does not know. */
const namedIn = (zone: string, language: string): Intl.DateTimeFormat | undefined => {
  const key = `${language} ${zone}`;
  const known = zoneFormats.get(key);
  if (known !== undefined) return known;
  try {
    const made = new Intl.DateTimeFormat(language, { timeZone: zone, timeZoneName: 'short' });
    zoneFormats.set(key, made);
    return made;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
};

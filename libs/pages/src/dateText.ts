import { formatDate } from '@almanac/dates';
import { languages } from '@almanac/i18n';
import type { RenderContext } from './renderContext.ts';

type Where = Pick<RenderContext, 'site' | 'language'>;

const formats = new Map<string, Intl.DateTimeFormat>();

/** Caches formats: creating one takes far longer than using it, and a month contains a hundred dates. */
const formatOf = (language: Where['language'], options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat => {
  const key = `${language} ${JSON.stringify(options)}`;
  const format = formats.get(key) ?? new Intl.DateTimeFormat(languages[language].tag, { ...options, timeZone: 'UTC' });
  formats.set(key, format);
  return format;
};

/** True if the site's formats fit the page: they are written for the site's own language, in all its regions. */
const usesSiteFormats = ({ site, language }: Where): boolean =>
  language.split('-')[0] === site.default_language.split('-')[0];

/** Parses a wall clock as UTC, the time zone of the formats. */
const clock = (wallClock: string): Date => new Date(`${wallClock.replace(' ', 'T')}Z`);

const dateOf = (date: Temporal.PlainDate): Date => clock(`${date} 00:00:00`);

/** Formats the day of a wall clock in the page's language: `June 10, 2031`, `10 juin 2031`. */
export const dayText = (wallClock: string, where: Where): string =>
  usesSiteFormats(where)
    ? formatDate(where.site.date_format, wallClock, where.language)
    : formatOf(where.language, { dateStyle: 'long' }).format(clock(wallClock));

/** Formats the day with its weekday: `Tuesday, June 10, 2031`. */
export const fullDayText = (wallClock: string, { language }: Where): string =>
  formatOf(language, { dateStyle: 'full' }).format(clock(wallClock));

/** Formats the time of a wall clock: `7:30 pm`, `19 h 30`. */
export const timeText = (wallClock: string, where: Where): string =>
  usesSiteFormats(where)
    ? formatDate(where.site.time_format, wallClock, where.language)
    : formatOf(where.language, { timeStyle: 'short' }).format(clock(wallClock));

/** Formats a month: `June 2031`. */
export const monthText = (month: Temporal.PlainYearMonth, { language }: Where): string =>
  formatOf(language, { month: 'long', year: 'numeric' }).format(dateOf(month.toPlainDate({ day: 1 })));

/** Formats a day in short: `Mon, Jun 9`. */
export const shortDayText = (date: Temporal.PlainDate, { language }: Where): string =>
  formatOf(language, { weekday: 'short', month: 'short', day: 'numeric' }).format(dateOf(date));

/** Formats the name of a month in short: `Jun`. */
export const shortMonthText = (wallClock: string, { language }: Where): string =>
  formatOf(language, { month: 'short' }).format(clock(wallClock));

/** Formats the name of a day of the week. */
export const weekdayText = (date: Temporal.PlainDate, weekday: 'long' | 'short', { language }: Where): string =>
  formatOf(language, { weekday }).format(dateOf(date));

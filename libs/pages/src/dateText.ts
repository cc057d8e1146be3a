import { formatDate } from '@almanac/dates';
import { languages } from '@almanac/i18n';
import type { RenderContext } from './renderContext.ts';

type Where = Pick<RenderContext, 'site' | 'language'>;

/** The site's formats are written for its own language, in all its regions. */
const usesSiteFormats = ({ site, language }: Where): boolean =>
  language.split('-')[0] === site.default_language.split('-')[0];

const clock = (wallClock: string): Temporal.PlainDateTime => Temporal.PlainDateTime.from(wallClock.replace(' ', 'T'));

/** The day of a wall clock as the page's language writes it: `June 10, 2031`, `10 juin 2031`. */
export const dayText = (wallClock: string, where: Where): string =>
  usesSiteFormats(where)
    ? formatDate(where.site.date_format, wallClock, where.language)
    : clock(wallClock).toPlainDate().toLocaleString(languages[where.language].tag, { dateStyle: 'long' });

/** The day with its weekday: `Tuesday, June 10, 2031`. */
export const fullDayText = (wallClock: string, { language }: Where): string =>
  clock(wallClock).toPlainDate().toLocaleString(languages[language].tag, { dateStyle: 'full' });

/** The time of a wall clock: `7:30 pm`, `19 h 30`. */
export const timeText = (wallClock: string, where: Where): string =>
  usesSiteFormats(where)
    ? formatDate(where.site.time_format, wallClock, where.language)
    : clock(wallClock).toPlainTime().toLocaleString(languages[where.language].tag, { timeStyle: 'short' });

/** A month: `June 2031`. */
export const monthText = (month: Temporal.PlainYearMonth, { language }: Where): string =>
  month.toPlainDate({ day: 1 }).toLocaleString(languages[language].tag, { month: 'long', year: 'numeric' });

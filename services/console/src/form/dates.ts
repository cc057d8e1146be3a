import { languageTag, site } from '../shell/site.ts';

const isWallClock = (text: string): boolean => !/(?:Z|[+-]\d\d:?\d\d)$/.test(text);

const written = (text: string | undefined, options: Intl.DateTimeFormatOptions): string => {
  if (!text) return '';
  // a wall clock is written as it is; a moment on the site's clock
  const zone = isWallClock(text) ? {} : { timeZone: site.timezone };
  return new Intl.DateTimeFormat(languageTag, { ...options, ...zone }).format(new Date(text.replace(' ', 'T')));
};

/** Returns a date of the interface with its time: "Jan 5, 2027, 7:00 PM". */
export const timeText = (text: string | undefined): string =>
  written(text, { dateStyle: 'medium', timeStyle: 'short' });

/** Returns the day of a date of the interface: "Tue, Jan 5, 2027". */
export const dayText = (text: string | undefined): string =>
  written(text, { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' });

import { languageTag, site } from '../shell/site.ts';

/** Returns a date of the interface with its time: "Jan 5, 2027, 7:00 PM"; a dash for none. */
export const timeText = (text: string | null | undefined): string => {
  if (!text) return '–';
  // a wall clock is written as it is; a moment on the site's clock
  const isMoment = /(?:Z|[+-]\d\d:?\d\d)$/.test(text);
  const format = { dateStyle: 'medium', timeStyle: 'short', ...(isMoment && { timeZone: site.timezone }) } as const;
  return new Intl.DateTimeFormat(languageTag, format).format(new Date(text.replace(' ', 'T')));
};

/** Returns the day of a wall clock of the interface: "Jan 5, 2027"; a dash for none. */
export const dayText = (text: string | null | undefined): string =>
  text
    ? new Intl.DateTimeFormat(languageTag, { dateStyle: 'medium' }).format(new Date(`${text.slice(0, 10)}T12:00`))
    : '–';

/** Returns the time of day of a wall clock of the interface: "7:00 PM". */
export const clockText = (text: string): string =>
  new Intl.DateTimeFormat(languageTag, { timeStyle: 'short' }).format(new Date(text.replace(' ', 'T')));

/** Returns a moment of the interface as `timeText` does; without a zone it is in UTC. */
export const utcText = (text: string | null | undefined): string =>
  timeText(text?.replace(/(?<!Z|[+-]\d\d:\d\d)$/, 'Z'));

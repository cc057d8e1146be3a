import { languageTag, site } from '../shell/site.ts';

const format = new Intl.DateTimeFormat(languageTag, {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: site.timezone,
});

/** Returns a time of the interface as the person reads it, in the site's zone; a dash for none. */
export const shownTime = (time: string | null | undefined): string => {
  if (!time) return '–';
  const hasZone = /(?:Z|[+-]\d\d:\d\d)$/.test(time);
  return format.format(new Date(hasZone ? time : `${time}Z`));
};

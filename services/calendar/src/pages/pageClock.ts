import { toWallClock } from '@almanac/dates';
import type { Filter } from '@almanac/documents';
import { inListsOf } from '@almanac/translations';
import type { Calendar } from '../calendar.ts';
import { type Bounds, boundFilters } from '../events/dateBounds.ts';
import { publishedOnly } from '../records/statuses.ts';

/** What the site's clocks show. */
export const siteClock = ({ site, now }: Calendar): string => toWallClock(now().getTime(), site.timezone);

/** Events within bounds, as the calendar compares dates: on their own clocks, or on the site's. */
export const within = ({ site }: Calendar, bounds: Bounds): Filter[] =>
  boundFilters(bounds, { zoneMode: site.settings.zone_mode, zone: site.timezone });

/** The field by which events follow one another. */
export const startField = ({ site }: Calendar): string => (site.settings.zone_mode === 'site' ? 'startUtc' : 'start');

/** Events that everybody sees in the lists of a language. */
export const listedIn = (calendar: Calendar, language: string): Filter[] => [
  publishedOnly,
  { field: 'hidden', equals: false },
  inListsOf(language, calendar.languages),
];

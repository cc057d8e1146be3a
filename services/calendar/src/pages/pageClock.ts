import { toWallClock } from '@almanac/dates';
import type { Filter } from '@almanac/documents';
import { inListsOf } from '@almanac/translations';
import type { Calendar } from '../calendar.ts';
import { publishedOnly } from '../content-items/statuses.ts';
import { type Bounds, boundFilters } from '../events/dateBounds.ts';

/** What the site's clocks show. */
export const siteClock = ({ settings, now }: Calendar): string =>
  toWallClock(now().getTime(), settings.current().timezone);

/** Events within bounds, as the calendar compares dates: on their own clocks, or on the site's. */
export const within = ({ settings }: Calendar, bounds: Bounds): Filter[] => {
  const { zone_mode: zoneMode, timezone: zone } = settings.current();
  return boundFilters(bounds, { zoneMode, zone });
};

/** The field by which events follow one another. */
export const startField = ({ settings }: Calendar): string =>
  settings.current().zone_mode === 'site' ? 'startUtc' : 'start';

/** Events that everybody sees in the lists of a language. */
export const listedIn = (calendar: Calendar, language: string): Filter[] => [
  publishedOnly,
  { field: 'hidden', equals: false },
  inListsOf(language, calendar.languages),
];

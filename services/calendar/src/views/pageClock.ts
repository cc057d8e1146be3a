import { toWallClock } from '@almanac/dates';
import type { Filter } from '@almanac/documents';
import { can, capabilityFor, type Principal } from '@almanac/identity';
import { clockUntil, endOfMinute, endOfSecond } from '@almanac/rest';
import type { Calendar } from '../calendar.ts';
import { inItemLists, publishedOnly } from '../content-items/statuses.ts';
import { type Bounds, boundFilters } from '../events/dateBounds.ts';
import { eventKind } from '../events/event.ts';

/** Returns the current local time of the site. */
export const siteClock = ({ settings, now }: Calendar): string =>
  toWallClock(clockUntil(now, endOfSecond).getTime(), settings.current().timezone);

/** Returns the filters for events within bounds, compared in their own zones or in the site's. */
export const filtersWithin = ({ settings }: Calendar, bounds: Bounds): Filter[] => {
  const { zone_mode: zoneMode, timezone: zone } = settings.current();
  return boundFilters(bounds, { zoneMode, zone });
};

/** Returns the field by which events are ordered. */
export const startField = ({ settings }: Calendar): 'start' | 'startUtc' =>
  settings.current().zone_mode === 'site' ? 'startUtc' : 'start';

/** Returns the filters for a language's listed events: public ones, and private ones if the caller may read them. */
export const listedIn = (calendar: Calendar, language: string, principal: Principal): Filter[] => [
  can(principal, capabilityFor('cal_events', 'read_private'))
    ? { field: 'status', in: ['publish', 'private'] }
    : publishedOnly,
  { field: 'hidden', equals: false },
  inItemLists(eventKind, language, calendar.languages),
];

/** Returns the current day in the site's zone. */
export const today = ({ settings, now }: Calendar): Temporal.PlainDate =>
  Temporal.PlainDate.from(
    toWallClock(clockUntil(now, endOfMinute).getTime(), settings.current().timezone).slice(0, 10),
  );

import { isZone, toWallClock } from '@almanac/dates';
import { invalidParams } from '@almanac/rest';
import type { Calendar } from '../calendar.ts';
import type { ItemWriting } from '../content-items/writeItem.ts';
import type { EventFields, EventState } from '../events/event.ts';
import type { EventValues } from '../events/eventValues.ts';
import { eventWriting } from '../events/eventWriting.ts';
import { withoutUndefined } from '../requestArgs.ts';
import type { SentMeta } from './meta.ts';

/**
 * The rules by which post-type routes write events. An event takes whole days where the client says so, with the times
 * that it sent. The map is not decided unless it is sent.
 */
export const postEventWriting: ItemWriting<EventFields, EventValues> = {
  ...eventWriting,
  readFields: ({ all_day: allDay, ...values }, reading) => ({
    ...eventWriting.readFields(values, reading),
    ...withoutUndefined<EventFields>({ allDay }),
    ...(reading.before === undefined && {
      showMap: values.show_map ?? null,
      showMapLink: values.show_map_link ?? null,
    }),
  }),
};

/** True for an event that was made without dates: a moment that lists leave out. */
const hasNoDates = ({ hidden, start, end }: EventState): boolean => hidden && start === end;

/**
 * Returns the times of an event. A new event without start and end gets the present moment, and lists leave it out until
 * its dates are sent (docs/interface/calendar-post-types.md §3).
 * @throws DomainError 400 for an unknown time zone
 */
const timesOf = (
  meta: SentMeta,
  before: EventState | undefined,
  { settings, now }: Pick<Calendar, 'settings' | 'now'>,
): EventValues => {
  const text = (name: string): string | undefined => String(meta[name] ?? '') || undefined;
  const timezone = text('_EventTimezone');
  if (timezone !== undefined && !isZone(timezone))
    throw invalidParams({ 'meta._EventTimezone': '{name} is not a time zone.' });
  const [start, end] = [text('_EventStartDate'), text('_EventEndDate')];
  if (before !== undefined) {
    const shows = start !== undefined && hasNoDates(before) && { hide_from_listings: false };
    return { ...withoutUndefined<EventValues>({ timezone, start_date: start, end_date: end }), ...shows };
  }
  if (start !== undefined && end !== undefined) {
    return { ...withoutUndefined<EventValues>({ timezone }), start_date: start, end_date: end };
  }
  const moment = toWallClock(now().getTime(), timezone ?? settings.current().timezone);
  const placeholder = { start_date: moment, end_date: moment, hide_from_listings: true };
  return { ...withoutUndefined<EventValues>({ timezone }), ...placeholder };
};

const POSITIONS = ['prefix', 'postfix', ''] as const;

/** Returns the values of an event by their names in `cal/events/v1`. */
export const eventValuesOf = (
  meta: SentMeta,
  before: EventState | undefined,
  calendar: Pick<Calendar, 'settings' | 'now'>,
): EventValues => {
  const text = (name: string): string | undefined => (meta[name] === undefined ? undefined : String(meta[name]));
  const flag = (name: string): boolean | undefined => (meta[name] === undefined ? undefined : meta[name] === true);
  const records = (name: string) => {
    const ids = meta[name];
    return Array.isArray(ids) ? ids.map((id: number) => ({ id })) : undefined;
  };
  return {
    ...timesOf(meta, before, calendar),
    ...withoutUndefined<EventValues>({
      all_day: flag('_EventAllDay'),
      show_map: flag('_EventShowMap'),
      show_map_link: flag('_EventShowMapLink'),
      website: text('_EventURL'),
      cost: text('_EventCost'),
      currency_symbol: text('_EventCurrencySymbol'),
      currency_code: text('_EventCurrencyCode'),
      currency_position: POSITIONS.find((position) => position === meta._EventCurrencyPosition),
      venue: records('_EventVenueID'),
      organizer: records('_EventOrganizerID'),
    }),
  };
};

import type { SiteSettings } from '@almanac/contracts';
import { formatDate, offsetZoneName, toWallClock, wallClockMs } from '@almanac/dates';
import { createTexts } from '@almanac/i18n';
import { escapeHtml } from '@almanac/text';
import type { EventState } from '../events/event.ts';
import { catalogues } from '../messages/catalogues.ts';

type EventTimes = Pick<EventState, 'start' | 'end' | 'startUtc' | 'endUtc' | 'timezone' | 'allDay'>;

const NAMED_ZONE_TYPE = 3;
const OFFSET_ZONE = 1;

/** Returns a local time in the form of PHP's date objects. */
const dateObject = (wallClock: string, zone: string) => {
  const timezone = offsetZoneName(zone);
  const isOffset = /^[+-]/.test(timezone);
  return { date: `${wallClock}.000000`, timezone_type: isOffset ? OFFSET_ZONE : NAMED_ZONE_TYPE, timezone };
};

/** Returns the start and end of an event in four zones: the event's, UTC, the site's, and the one that pages use. */
const datesOf = (event: EventTimes, { timezone: site, zone_mode: mode }: SiteSettings) => {
  const on = (own: string, utc: string, zone: string) =>
    dateObject(zone === event.timezone ? own : toWallClock(utc, zone), zone);
  const display = mode === 'site' ? site : event.timezone;
  const clocks = (name: 'start' | 'end', own: string, utc: string) => ({
    [name]: on(own, utc, event.timezone),
    [`${name}_utc`]: dateObject(utc, 'UTC'),
    [`${name}_site`]: on(own, utc, site),
    [`${name}_display`]: on(own, utc, display),
  });
  return { ...clocks('start', event.start, event.startUtc), ...clocks('end', event.end, event.endUtc) };
};

const DAY_MS = 86_400_000;

/** Returns the calendar day of a local time, counted from 1970. */
const dayOf = (ms: number, cutoff: string): number => {
  const [hours = 0, minutes = 0] = cutoff.split(':').map(Number);
  return Math.floor((ms - (hours * 60 + minutes) * 60_000) / DAY_MS);
};

/** Returns the number of days of an event; false for a single day. The last second of an event is before its end. */
const daysOf = ({ start, end }: EventTimes, cutoff: string): number | false => {
  const [from, to] = [wallClockMs(start), wallClockMs(end)];
  const days = dayOf(Math.max(from, to - 1000), cutoff) - dayOf(from, cutoff) + 1;
  return days > 1 && days;
};

/** Returns the members about an event's time, without those that depend on the current time. */
export const scheduleMembers = (event: EventTimes, settings: SiteSettings) => ({
  start_date: event.start,
  start_date_utc: event.startUtc,
  end_date: event.end,
  end_date_utc: event.endUtc,
  dates: datesOf(event, settings),
  timezone: offsetZoneName(event.timezone),
  duration: String((wallClockMs(event.endUtc) - wallClockMs(event.startUtc)) / 1000),
  multiday: daysOf(event, settings.day_cutoff),
});

/** Returns the members that depend on the current time. @param now as a wall clock in UTC */
export const momentMembers = ({ startUtc, endUtc }: EventTimes, now: string) => ({
  is_past: endUtc < now,
  is_now: startUtc <= now && now <= endUtc,
});

const span = (name: string, text: string): string => `<span class="cal-event-${name}">${escapeHtml(text)}</span>`;

const texts = createTexts(catalogues);

const ALL_DAY = 'All day';

/** The English texts of schedules, for catalogues. */
export const scheduleTexts: readonly string[] = [ALL_DAY];

/** Returns a date format without its letters of the year: `F j` for `F j, Y`. */
const withoutYear = (format: string): string =>
  format
    .replace(/(?<!\\)[Yyo]/, '')
    .replace(/^[,\s./-]+/, '')
    .replace(/(?<![,\s/-])[,\s/-]+$/, '');

interface Moment {
  readonly language: string;
  /** The current year in the zone of the site: dates of events within it have no year. */
  readonly year: string;
}

/**
 * Returns the time of an event in words, as HTML: in full, and in short
 * (docs/interface/calendar-second-generation.md §5.2).
 */
export const scheduleDetails = (event: EventTimes, settings: SiteSettings, { language, year }: Moment) => {
  const { date_format: withYear, time_format: timeFormat, zone_mode: mode, timezone: site } = settings;
  const zone = mode === 'site' && !event.allDay ? site : event.timezone;
  const start = toWallClock(event.startUtc, zone);
  const end = toWallClock(event.endUtc, zone);
  const dateFormat = [start, end].every((clock) => clock.startsWith(`${year}-`)) ? withoutYear(withYear) : withYear;
  const day = (clock: string) => formatDate(dateFormat, clock, language, zone);
  const time = (clock: string) => formatDate(timeFormat, clock, language, zone);
  const dayAndTime = (clock: string) => (event.allDay ? day(clock) : `${day(clock)} @ ${time(clock)}`);
  const from = span('date-start', dayAndTime(start));
  if (daysOf(event, settings.day_cutoff) !== false) {
    const details = `${from} - ${span('date-end', dayAndTime(end))}`;
    return { schedule_details: details, short_schedule_details: details };
  }
  if (event.allDay) return { schedule_details: from, short_schedule_details: texts.text(ALL_DAY, language) };
  const atStart = span('date-start', time(start));
  if (start === end) return { schedule_details: from, short_schedule_details: atStart };
  const until = span('time', time(end));
  return { schedule_details: `${from} - ${until}`, short_schedule_details: `${atStart} - ${until}` };
};

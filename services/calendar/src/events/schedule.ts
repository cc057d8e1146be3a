import { isWithinYears, toInstant, toWallClock, wallClockMs } from '@almanac/dates';
import { invalidParams } from '@almanac/rest';
import type { EventFields } from './event.ts';

export type Schedule = Pick<EventFields, 'timezone' | 'allDay' | 'start' | 'end' | 'startUtc' | 'endUtc'>;

/** `HH:MM` at which a day of the calendar begins, and the one before it ends. */
export type DayCutoff = string;

const DAY_MS = 86_400_000;

/** Returns the beginning of the day of a wall clock. */
export const beginningOfDay = (wallClock: string, cutoff: DayCutoff): string =>
  `${wallClock.slice(0, 10)} ${cutoff}:00`;

/** Returns the last second of the day of a wall clock; with a cutoff it falls on the next date. */
export const endOfDay = (wallClock: string, cutoff: DayCutoff): string => {
  const [hours = 0, minutes = 0] = cutoff.split(':').map(Number);
  const ms = Date.parse(`${wallClock.slice(0, 10)}T00:00:00Z`) + DAY_MS + (hours * 60 + minutes) * 60_000 - 1000;
  return new Date(ms).toISOString().slice(0, 19).replace('T', ' ');
};

/** The requested times; an instant wins over its wall clock. */
export type AskedSchedule = Partial<Schedule> & {
  /** Seconds from the start, if the end is not given. */
  readonly duration?: number;
};

/**
 * Returns the event's times after a change. A time that the zone's clocks skip moves to the time that clocks show then,
 * so that wall clocks and UTC agree (docs/interface/calendar.md §10.2).
 * @param asked wall clocks in the event's zone; undefined keeps the instant too, unless the zone changes
 * @throws DomainError 400 for an end before the start, and for times outside the years 1 to 9999
 */
export const scheduleOf = (
  current: Schedule | undefined,
  asked: AskedSchedule,
  site: { readonly zone: string; readonly cutoff: DayCutoff },
): Schedule => {
  const timezone = asked.timezone ?? current?.timezone ?? site.zone;
  const allDay = asked.allDay ?? current?.allDay ?? false;
  const from = asked.start ?? current?.start ?? '';
  const kept = current?.timezone === timezone && current.allDay === allDay ? current : undefined;
  const startUtc = allDay
    ? knownUtc('start_date', beginningOfDay(from, site.cutoff), timezone)
    : instantOf('start_date', from, asked.start === undefined ? kept?.startUtc : asked.startUtc, timezone);
  const ending = withDuration(asked, startUtc, timezone);
  const to = ending.end ?? current?.end ?? '';
  const endUtc = allDay
    ? knownUtc('end_date', lastMoment(to, current, ending, site.cutoff), timezone)
    : instantOf('end_date', to, ending.end === undefined ? kept?.endUtc : ending.endUtc, timezone);
  if (endUtc < startUtc) throw invalidParams({ end_date: 'The event must not end before it starts.' });
  return {
    timezone,
    allDay,
    start: toWallClock(startUtc, timezone),
    end: toWallClock(endUtc, timezone),
    startUtc,
    endUtc,
  };
};

/** Returns the request with the end that its duration gives. */
const withDuration = ({ duration, ...asked }: AskedSchedule, startUtc: string, timezone: string): Partial<Schedule> => {
  if (duration === undefined || asked.end !== undefined) return asked;
  const instant = wallClockMs(startUtc) + duration * 1000;
  if (!isWithinYears(instant)) throw invalidParams({ duration: '{name} ends after the last supported year.' });
  return { ...asked, end: toWallClock(instant, timezone), endUtc: toWallClock(instant, 'UTC') };
};

/** Returns the known instant, else that of the wall clock; of an hour that clocks show twice, it is the first. */
const instantOf = (argument: string, wallClock: string, known: string | undefined, timezone: string): string =>
  known ?? knownUtc(argument, wallClock, timezone);

/** Converts to UTC, and refuses a time that a day's end or another zone moves outside the supported years. */
const knownUtc = (argument: string, wallClock: string, timezone: string): string => {
  const instant = toInstant(wallClock, timezone);
  if (!isWithinYears(instant)) throw invalidParams({ [argument]: '{name} is outside the supported years.' });
  return toWallClock(instant, 'UTC');
};

/** Returns the end of an all-day event: the end of its day, which the kept end of an all-day event already is. */
const lastMoment = (to: string, current: Schedule | undefined, asked: AskedSchedule, cutoff: DayCutoff): string =>
  asked.end === undefined && current?.allDay === true ? to : endOfDay(to, cutoff);

import { canonicalZone } from '@almanac/dates';
import type { Values } from '@almanac/rest';
import { unescapeHtml } from '@almanac/text';
import type { Calendar } from '../calendar.ts';
import { type DateText, readClock } from '../content-items/dateTexts.ts';
import { type OptionalValues, withoutUndefined } from '../requestArgs.ts';
import { type Cost, parseCost } from './cost.ts';
import type { EventState } from './event.ts';
import type { eventArgs } from './eventArgs.ts';
import type { Scope, SentRecurrence } from './recurrenceArg.ts';
import { type AskedSchedule, type Schedule, scheduleOf } from './schedule.ts';

/** The sent values of an event: the arguments of `cal/events/v1`, and members that only `calx/v1` has. */
export type EventValues = OptionalValues<Values<typeof eventArgs>> & {
  /** The duration of the event in seconds, if its end is not sent. */
  readonly duration?: number | undefined;
  readonly translation_of?: number | undefined;
  readonly recurrence?: SentRecurrence | undefined;
  /** The occurrences that a change concerns. */
  readonly scope?: Scope | undefined;
  /** Marks a change as a minor edit. */
  readonly i18n_minor_edit?: boolean | undefined;
};

/** Returns the current cost with the sent changes; a separately sent symbol wins over one in the amount. */
export const costOf = (values: EventValues, current: Cost): Cost | undefined => {
  const { cost, currency_symbol: symbol, currency_position: position, currency_code: code } = values;
  if ([cost, symbol, position, code].every((value) => value === undefined)) return undefined;
  const read = cost === undefined ? {} : parseCost([cost].flat().map(plainAmount));
  return { ...current, ...read, ...withoutUndefined<Cost>({ symbol, position, code }) };
};

/** Returns an amount as plain text; views show amounts as HTML, and clients may send that back. */
const plainAmount = (sent: string | number): string => unescapeHtml(String(sent));

/** Returns the current schedule with the sent changes; undefined if none were sent. */
export const sentSchedule = (
  values: EventValues,
  current: EventState | undefined,
  { settings, now }: Pick<Calendar, 'settings' | 'now'>,
): Schedule | undefined => {
  const { start_date, end_date, timezone: sent, all_day: allDay, duration } = values;
  if ([start_date, end_date, sent, allDay, duration].every((value) => value === undefined)) return undefined;
  const { timezone: siteZone, day_cutoff: cutoff } = settings.current();
  const timezone = sent === '' ? siteZone : sent && (canonicalZone(sent) ?? sent);
  const zone = timezone ?? current?.timezone ?? siteZone;
  const read = (argument: string, text: DateText | undefined) =>
    text === undefined ? undefined : readClock(text, { zone, now: now(), argument });
  const [start, end] = [read('start_date', start_date), read('end_date', end_date)];
  const asked = withoutUndefined<AskedSchedule>({
    timezone,
    allDay,
    start: start?.wallClock,
    startUtc: start?.instant,
    end: end?.wallClock,
    endUtc: end?.instant,
    duration,
  });
  return scheduleOf(current, asked, { zone: siteZone, cutoff });
};

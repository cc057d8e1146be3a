import { isoLocal } from '@almanac/dates';
import { lastTimeOf, readRule } from '@almanac/dates/recurrence';
import { type Html, html, joined } from '@almanac/pages';
import { addressOf } from '../addresses.ts';
import type { EventState } from '../events/event.ts';
import { type SeriesState, seriesCollection, seriesStart } from '../events/seriesAggregate.ts';
import { eventTimes } from '../views/eventTimes.ts';
import { listedEvents } from '../views/listedEvents.ts';
import type { PageContext } from '../views/pageContext.ts';
import { ruleText } from '../views/ruleText.ts';
import { seriesAddress } from '../views/seriesAddress.ts';
import { fact } from './eventFacts.ts';

/** The number of further occurrences that a page names. */
const MAX_DATES = 5;

/** Returns the series of an event; undefined for a single event. */
export const seriesOf = async (
  { calendar }: PageContext,
  { series: id }: EventState,
): Promise<SeriesState | undefined> => {
  if (id === null) return undefined;
  const series = (await calendar.documents.get<SeriesState>(seriesCollection, id))?.body ?? undefined;
  return series?.deleted === false ? series : undefined;
};

/** Renders the rule of a series in words, and links to its next occurrences besides this one. */
export const seriesFacts = async (context: PageContext, event: EventState, series: SeriesState): Promise<Html> => {
  const { renderContext } = context;
  const filters = [{ field: 'series', equals: series.id }, { not: { field: 'id', equals: event.id } }];
  const query = { filters, isPast: false, page: 1, perPage: MAX_DATES, collapses: false };
  const { shown, hasMore } = await listedEvents(context, query);
  const dates = shown.map(
    (each) => html`<a href="${addressOf(renderContext.baseUrl, each)}">${eventTimes(each, renderContext)}</a>`,
  );
  if (hasMore)
    dates.push(html`<a href="${seriesAddress(renderContext, series.id)}">${renderContext.text('All dates')}</a>`);
  return html`<dl class="facts">
${fact(renderContext.text('Repeats'), ruleText(series, renderContext))}${
  dates.length > 0 && fact(renderContext.text('Next dates'), joined(dates, html`<br>`))
}</dl>`;
};

/** The units of repeatFrequency, a duration of ISO 8601. */
const UNITS: ReadonlyMap<string, string> = new Map([
  ['DAILY', 'D'],
  ['WEEKLY', 'W'],
  ['MONTHLY', 'M'],
  ['YEARLY', 'Y'],
]);

const DAYS: ReadonlyMap<string, string> = new Map([
  ['MO', 'Monday'],
  ['TU', 'Tuesday'],
  ['WE', 'Wednesday'],
  ['TH', 'Thursday'],
  ['FR', 'Friday'],
  ['SA', 'Saturday'],
  ['SU', 'Sunday'],
]);

/** Returns a DayOfWeek; a numbered day, such as `-1SU`, stays in the form of iCalendar. */
const dayOfWeek = (day: string): string => {
  const name = DAYS.get(day);
  return name === undefined ? day : `https://schema.org/${name}`;
};

type Members = Readonly<Record<string, unknown>>;

const ruleSchedule = (rule: string, series: SeriesState): Members => {
  const { parts } = readRule(rule);
  const texts = (name: string): string[] => parts.get(name)?.split(',') ?? [];
  const numbers = (name: string): number[] => texts(name).map(Number);
  const days = texts('BYDAY').map(dayOfWeek);
  const last = lastTimeOf(rule, seriesStart(series));
  const count = parts.get('COUNT');
  return {
    repeatFrequency: `P${parts.get('INTERVAL') ?? 1}${UNITS.get(parts.get('FREQ') ?? '') ?? 'D'}`,
    ...(days.length > 0 && { byDay: days }),
    ...(parts.has('BYMONTH') && { byMonth: numbers('BYMONTH') }),
    ...(parts.has('BYMONTHDAY') && { byMonthDay: numbers('BYMONTHDAY') }),
    ...(last !== undefined && { endDate: last.slice(0, 10) }),
    // the rules of a later part count from the start of the whole series
    ...(count !== undefined && series.anchor === series.from && { repeatCount: Number(count) }),
  };
};

/** Returns the rules of a series as Schedules of schema.org. */
export const eventSchedule = (series: SeriesState): readonly Members[] => {
  const { from, allDay, length, timezone, recurrence } = series;
  const times = allDay
    ? {}
    : { startTime: from.slice(11), duration: `PT${Math.round(length / 60_000)}M`, scheduleTimezone: timezone };
  const excluded = recurrence.exdates.map((date) => (date.length > 10 ? isoLocal(date) : date));
  return recurrence.rules.map((rule) => ({
    '@type': 'Schedule',
    startDate: from.slice(0, 10),
    ...times,
    ...ruleSchedule(rule, series),
    ...(excluded.length > 0 && { exceptDate: excluded }),
  }));
};

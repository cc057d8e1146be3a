import { type Html, html, monthText, numberText, type RenderContext, weekdayText, weekStart } from '@almanac/pages';
import { viewAddress, withViewChange } from './askedView.ts';
import type { PeriodLink, View, ViewRequest } from './calendarView.ts';
import { dayColumn } from './dayColumn.ts';
import {
  boundsOfDays,
  countDistinctEvents,
  type DayEvents,
  eventsOfDays,
  nearestDay,
  type SpanningEvent,
  shownOn,
} from './dayEvents.ts';
import { coversDay, createDayBars, type DayBar, daysFrom, weeksOf } from './days.ts';
import { barEntry, dayName, entry } from './entries.ts';
import { today } from './pageClock.ts';
import { isShown } from './readView.ts';

/** The maximum number of entries in a cell; the page of the day has the others. */
const MAX_CELL_ENTRIES = 5;
const LANES = 3;

/** The maximum length of weekdays' short names above the narrow columns of a phone; longer ones become letters. */
const MAX_PHONE_LETTERS = 5;

const weekdays = (renderContext: RenderContext): Html[] => {
  const sunday = Temporal.PlainDate.from('2031-06-01');
  const week = daysFrom(sunday.add({ days: weekStart(renderContext) }), 7).map((day) => ({
    name: weekdayText(day, 'long', renderContext),
    short: weekdayText(day, 'short', renderContext),
    narrow: weekdayText(day, 'narrow', renderContext),
  }));
  const isNarrow = week.some(({ short }) => short.length > MAX_PHONE_LETTERS);
  return week.map(({ name, short, narrow }) => {
    const shown = isNarrow ? html`<span class="roomy">${short}</span><span class="tight">${narrow}</span>` : short;
    return html`<th scope="col"><abbr title="${name}">${shown}</abbr></th>\n`;
  });
};

/** A request for a month, with the current day, which is the same for all cells. */
interface MonthRequest extends ViewRequest {
  readonly now: Temporal.PlainDate;
}

/** A day with its full name in the language of the page. */
interface NamedDay {
  readonly date: Temporal.PlainDate;
  readonly name: string;
}

/** Renders the number of a day, which links to its page if the day has events. */
const dayNumber = ({ date, total }: DayEvents, name: string, { context, asked, now }: MonthRequest): Html => {
  const { renderContext } = context;
  const current = date.equals(now) && html` aria-current="date"`;
  const time = html`<time datetime="${date.toString()}"${current}>${numberText(date.day, renderContext)}</time>`;
  if (total === 0) return html`<span class="num">${time}</span>`;
  const address = viewAddress(withViewChange(asked, { slug: 'day', date }), renderContext);
  const count = renderContext.text(total === 1 ? '1 event' : '{count} events', { count: total });
  return html`<a class="num" href="${address}" data-js="cal-link">${time}<span class="sr"> ${name}, ${count}</span></a><span class="count" aria-hidden="true">${numberText(total, renderContext)}</span>`;
};

const more = ({ date, name }: NamedDay, count: number, { context, asked }: MonthRequest): Html => {
  const { renderContext } = context;
  const address = viewAddress(withViewChange(asked, { slug: 'day', date }), renderContext);
  const label = renderContext.text('+{count} more', { count });
  return html`<a class="more" href="${address}" data-js="cal-link">${label}<span class="sr"> ${name}</span></a>`;
};

const isPicked = (date: Temporal.PlainDate, { asked }: ViewRequest): boolean =>
  asked.isPicked === true && asked.date?.equals(date) === true;

type EventBar = DayBar<SpanningEvent>;

const cell = (day: DayEvents, bars: readonly EventBar[], request: MonthRequest): Html => {
  const { renderContext } = request.context;
  const name = day.total === 0 ? '' : dayName(day.date, renderContext);
  const above = bars.filter((bar) => coversDay(bar, day.date));
  const begun = above.filter(({ first }) => first.equals(day.date));
  const barred = new Set(above.map((bar) => bar.entry.event.id));
  const shown = day.starting.filter(({ event }) => !barred.has(event.id)).slice(0, MAX_CELL_ENTRIES - above.length);
  const rest = day.total - above.length - shown.length;
  const current = day.date.equals(request.now) && ' today';
  return html`<td class="day${current}${isPicked(day.date, request) && ' picked'}">${dayNumber(day, name, request)}
${
  begun.length > 0 &&
  html`<ul class="bars">
${begun.map((bar) => html`<li class="bar" style="--lane:${bar.lane};--days:${bar.days}">${barEntry(bar.entry, renderContext)}</li>\n`)}</ul>`
}${
  shown.length > 0 &&
  html`<ul class="entries">
${shown.map((each) => entry(each, renderContext))}</ul>`
}${rest > 0 && more({ date: day.date, name }, rest, request)}</td>
`;
};

/** Renders a week of a month. Bars cover the cells; the first cell of a bar names it. */
const weekRow = (week: readonly (DayEvents | undefined)[], request: MonthRequest): Html => {
  const days = week.filter((day) => day !== undefined);
  const found = days.flatMap(({ continuing, starting }) => [...continuing, ...starting]);
  const several = new Map(found.filter(({ first, last }) => !first.equals(last)).map((each) => [each.event.id, each]));
  const bars = createDayBars(
    days.map(({ date }) => date),
    [...several.values()],
    LANES,
  );
  const lanes = Math.max(0, ...bars.map(({ lane }) => lane + 1));
  const cells = week.map((day) => (day === undefined ? html`<td class="other"></td>\n` : cell(day, bars, request)));
  return html`<tr style="--lanes:${lanes}">\n${cells}</tr>\n`;
};

/** Renders the note of a month without events, with a link to the next month with some, else to the previous one. */
const emptyNote = async ({ context, asked, filters }: ViewRequest, month: Temporal.PlainYearMonth): Promise<Html> => {
  const { renderContext } = context;
  const [first, after] = [month.toPlainDate({ day: 1 }), month.add({ months: 1 }).toPlainDate({ day: 1 })];
  const next =
    (await nearestDay(context, filters, { date: after, isBefore: false })) ??
    (await nearestDay(context, filters, { date: first, isBefore: true }));
  const link =
    next !== undefined &&
    html` <a href="${viewAddress(withViewChange(asked, { date: next }), renderContext)}" data-js="cal-link">${headingOf(next.toPlainYearMonth(), renderContext)}</a>`;
  return html`<p class="empty">${renderContext.text('There are no events in this month.')}${link}</p>\n`;
};

const headingOf = (month: Temporal.PlainYearMonth, renderContext: RenderContext): string =>
  renderContext.text('Events: {month}', { month: monthText(month, renderContext) });

/** Renders the events of one day below the table: the picked day, else today, else the first busy day. */
const chosenDay = (days: readonly DayEvents[], request: MonthRequest): Html | false => {
  const { now } = request;
  const busy = days.filter(({ total }) => total > 0);
  const picked = days.find(({ date }) => isPicked(date, request));
  const chosen = picked ?? busy.find(({ date }) => date.equals(now)) ?? busy[0];
  return chosen !== undefined && html`\n<div class="chosen">${dayColumn(chosen, request, MAX_CELL_ENTRIES)}</div>`;
};

/** Renders a month as a table of weeks; a full cell shows the number of its other events. */
export const monthView: View = async (request) => {
  const { context, asked, filters } = request;
  const { renderContext, calendar } = context;
  const now = today(calendar);
  const month = (asked.date ?? now).toPlainYearMonth();
  const dates = daysFrom(month.toPlainDate({ day: 1 }), month.daysInMonth);
  const days = await eventsOfDays(context, dates, { filters, limit: MAX_CELL_ENTRIES + 1 });
  const byDay = new Map(days.map((day) => [day.date.toString(), day]));
  const found = countDistinctEvents(days);
  const heading = headingOf(month, renderContext);
  const turn = (months: number): PeriodLink | undefined => {
    const date = month.add({ months }).toPlainDate({ day: 1 });
    const label = monthText(month.add({ months }), renderContext);
    return isShown(date) ? { asked: withViewChange(asked, { date }), label } : undefined;
  };
  return {
    heading,
    html: html`${found === 0 && (await emptyNote(request, month))}<table class="month">
<caption class="sr">${heading}</caption>
<thead><tr>
${weekdays(renderContext)}</tr></thead>
<tbody>
${weeksOf(month, weekStart(renderContext)).map((week) =>
  weekRow(
    week.map((date) => date && byDay.get(date.toString())),
    { ...request, now },
  ),
)}</tbody>
</table>${chosenDay(days, { ...request, now })}`,
    shown: shownOn(days),
    time: boundsOfDays(month.toPlainDate({ day: 1 }), month.daysInMonth),
    found,
    turns: { label: renderContext.text('Months'), previous: turn(-1), next: turn(1) },
    exists: true,
  };
};

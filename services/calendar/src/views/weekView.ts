import { dayText, type Html, html, type RenderContext, weekStart } from '@almanac/pages';
import { withViewChange } from './askedView.ts';
import type { PeriodLink, View, ViewRequest } from './calendarView.ts';
import { dayHeading, firstOf, moreEventsLink, wholeEntries } from './dayColumn.ts';
import { boundsOfDays, countDistinctEvents, type DayEvents, eventsOfDays, shownOn } from './dayEvents.ts';
import { daysFrom, weekOf } from './days.ts';
import { entry, isAboveHours } from './entries.ts';
import { today } from './pageClock.ts';
import { isShown } from './readView.ts';
import { hourAxis, type WeekHours, weekHours } from './weekHours.ts';

/** The maximum number of entries of a day; the page of the day has the others. */
const MAX_DAY_ENTRIES = 12;

/** Renders a day of a week: all-day events, then those with an hour. */
const column = (day: DayEvents, hours: WeekHours, request: ViewRequest): Html => {
  const { renderContext, calendar } = request.context;
  const { before, begun, rest } = firstOf(day, MAX_DAY_ENTRIES);
  const whole = [...before, ...begun.filter(isAboveHours)];
  const timed = begun.filter((each) => !isAboveHours(each));
  const placed = timed.flatMap((each) => {
    const place = hours.placeOf(each);
    return place === undefined ? [] : [entry(each, renderContext, place)];
  });
  const others = rest + timed.length - placed.length;
  const isToday = day.date.equals(today(calendar));
  return html`<li class="${isToday ? 'day today' : 'day'}">
${dayHeading(day, request, true)}
${day.total === 0 && html`<p class="soft">${renderContext.text('No events.')}</p>`}${
  whole.length > 0 && html`<ul class="entries whole-day">\n${wholeEntries(whole, request)}</ul>`
}${placed.length > 0 && html`<ul class="entries clocks">\n${placed}</ul>`}${moreEventsLink(day, others, request)}</li>
`;
};

const nameOf = (first: Temporal.PlainDate, renderContext: RenderContext): string =>
  renderContext.text('Week of {day}', { day: dayText(`${first} 00:00:00`, renderContext) });

/** Renders the seven days of a week, side by side if there is room, with the hours from top to bottom. */
export const weekView: View = async (request) => {
  const { context, asked, filters } = request;
  const { calendar, renderContext } = context;
  const first = weekOf(asked.date ?? today(calendar), weekStart(renderContext));
  const days = await eventsOfDays(context, daysFrom(first, 7), { filters, limit: MAX_DAY_ENTRIES + 1 });
  const hours = weekHours(
    days.map((day) => firstOf(day, MAX_DAY_ENTRIES).begun),
    renderContext,
  );
  const turn = (weeks: number): PeriodLink | undefined => {
    const date = first.add({ weeks });
    return isShown(date) ? { asked: withViewChange(asked, { date }), label: nameOf(date, renderContext) } : undefined;
  };
  return {
    heading: nameOf(first, renderContext),
    html: html`<ol class="week clocked" style="--quarters:${hours.hours.length * 4}">
${hourAxis(hours, renderContext)}${days.map((day) => column(day, hours, request))}</ol>`,
    shown: shownOn(days),
    time: boundsOfDays(first, 7),
    found: countDistinctEvents(days),
    turns: { label: renderContext.text('Weeks'), previous: turn(-1), next: turn(1) },
    exists: true,
  };
};

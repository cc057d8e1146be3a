import { dayText, type Html, html, type RenderContext } from '@almanac/pages';
import { turnedTo } from './askedView.ts';
import type { Turn, View, ViewRequest } from './calendarView.ts';
import { dayColumn } from './dayColumn.ts';
import { countedOnce, type DayEvents, eventsOfDays } from './dayEvents.ts';
import { daysFrom, weekOf } from './days.ts';
import { today } from './pageClock.ts';
import { isShown } from './readView.ts';

/** Entries of a day; the rest is on its page. */
const MOST = 12;

const column = (day: DayEvents, request: ViewRequest): Html => {
  const isToday = day.date.equals(today(request.context.calendar));
  return html`<li class="${isToday ? 'day today' : 'day'}">
${dayColumn(day, request, { most: MOST, isShort: true })}</li>
`;
};

const nameOf = (first: Temporal.PlainDate, renderContext: RenderContext): string =>
  renderContext.text('Week of {day}', { day: dayText(`${first} 00:00:00`, renderContext) });

/** The seven days of a week, side by side where there is room. */
export const weekView: View = async (request) => {
  const { context, asked, filters } = request;
  const { calendar, renderContext } = context;
  const first = weekOf(asked.date ?? today(calendar), renderContext.site.start_of_week);
  const days = await eventsOfDays(context, daysFrom(first, 7), { filters, limit: MOST + 1 });
  const turn = (weeks: number): Turn | undefined => {
    const date = first.add({ weeks });
    return isShown(date) ? { asked: turnedTo(asked, { date }), label: nameOf(date, renderContext) } : undefined;
  };
  return {
    heading: nameOf(first, renderContext),
    html: html`<ol class="week">
${days.map((day) => column(day, request))}</ol>`,
    found: countedOnce(days),
    turns: { label: renderContext.text('Weeks'), previous: turn(-1), next: turn(1) },
    exists: true,
  };
};

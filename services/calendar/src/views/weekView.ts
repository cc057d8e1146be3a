import { dayText, type Html, html, type RenderContext } from '@almanac/pages';
import { turnedTo, viewAddress } from './askedView.ts';
import type { Turn, View, ViewRequest } from './calendarView.ts';
import { countedOnce, type DayEvents, eventsOfDays } from './dayEvents.ts';
import { daysFrom, weekOf } from './days.ts';
import { dayName, entry } from './entries.ts';
import { today } from './pageClock.ts';
import { isShown } from './readView.ts';

/** Entries of a day; the rest is on its page. */
const MOST = 12;

const column = (day: DayEvents, { context, asked }: ViewRequest): Html => {
  const { renderContext, calendar } = context;
  const { date, continuing, starting, total } = day;
  const address = viewAddress(turnedTo(asked, { slug: 'day', date }), renderContext);
  const isToday = date.equals(today(calendar));
  const shown = [...continuing, ...starting].slice(0, MOST);
  const rest = total - shown.length;
  const more =
    rest > 0 &&
    html`<p><a class="more" href="${address}" data-js="cal-link">${renderContext.text('+{count} more', { count: rest })}<span class="sr"> ${dayName(date, renderContext)}</span></a></p>`;
  return html`<li class="${isToday ? 'day today' : 'day'}">
<h2><a href="${address}" data-js="cal-link"><time datetime="${date.toString()}"${isToday && html` aria-current="date"`}>${dayName(date, renderContext)}</time></a></h2>
${
  shown.length === 0
    ? html`<p class="soft">${renderContext.text('Nothing is on.')}</p>`
    : html`<ul class="entries">
${shown.map((each) => entry(each, renderContext))}</ul>`
}${more}</li>
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

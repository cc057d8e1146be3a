import { type Html, html, shortDayText } from '@almanac/pages';
import { viewAddress, withViewChange } from './askedView.ts';
import type { ViewRequest } from './calendarView.ts';
import type { DayEvents, SpanningEvent } from './dayEvents.ts';
import { barEntry, dayName, entry } from './entries.ts';
import { today } from './pageClock.ts';
import { viewLink } from './viewLink.ts';

/** Renders the name of a day as a link to its page. @param isShort true for a short name */
export const dayHeading = ({ date }: DayEvents, { context, asked }: ViewRequest, isShort: boolean): Html => {
  const { renderContext, calendar } = context;
  const current = date.equals(today(calendar)) && html` aria-current="date"`;
  const name = isShort ? shortDayText(date, renderContext) : dayName(date, renderContext);
  const address = viewAddress(withViewChange(asked, { slug: 'day', date }), renderContext);
  return html`<h2><a href="${address}" data-js="cal-link"><time datetime="${date.toString()}"${current}>${name}</time></a></h2>`;
};

/** Returns the first events of a day, continuing ones first, and the number of the others. */
export const firstOf = ({ continuing, starting, total }: DayEvents, most: number) => {
  const before = continuing.slice(0, most);
  const begun = starting.slice(0, most - before.length);
  return { before, begun, rest: total - before.length - begun.length };
};

/** Renders a link to the other events on the page of the day. */
export const moreEventsLink = ({ date }: DayEvents, count: number, { context, asked }: ViewRequest): Html | false => {
  const { renderContext } = context;
  const label = html`${renderContext.text('+{count} more', { count })}<span class="sr"> ${dayName(date, renderContext)}</span>`;
  return count > 0 && html`\n<p>${viewLink(withViewChange(asked, { slug: 'day', date }), label, renderContext)}</p>`;
};

/** Renders the events that began earlier or last the whole day. */
export const wholeEntries = (events: readonly SpanningEvent[], { context }: ViewRequest): Html[] =>
  events.map((each) => html`<li class="entry">${barEntry(each, context.renderContext)}</li>\n`);

/** Renders a day: its first events, and a link to the others. */
export const dayColumn = (day: DayEvents, request: ViewRequest, most: number): Html => {
  const { renderContext } = request.context;
  const { before, begun, rest } = firstOf(day, most);
  const list = html`<ul class="entries">
${wholeEntries(before, request)}${begun.map((each) => entry(each, renderContext))}</ul>`;
  return html`${dayHeading(day, request, false)}
${day.total === 0 ? html`<p class="soft">${renderContext.text('No events.')}</p>` : list}${moreEventsLink(day, rest, request)}`;
};

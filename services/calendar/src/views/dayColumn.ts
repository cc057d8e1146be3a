import { type Html, html, shortDayText } from '@almanac/pages';
import { turnedTo, viewAddress } from './askedView.ts';
import type { ViewRequest } from './calendarView.ts';
import type { DayEvents } from './dayEvents.ts';
import { barEntry, dayName, entry } from './entries.ts';
import { today } from './pageClock.ts';
import { viewLink } from './viewLink.ts';

interface Shown {
  /** How many events; the rest is on the page of the day. */
  readonly most: number;
  /** Whether there is little room for its name. */
  readonly isShort?: boolean;
}

/** A day with what is on: its name, which leads to its page, its first events, how many more there are. */
export const dayColumn = (day: DayEvents, { context, asked }: ViewRequest, { most, isShort }: Shown): Html => {
  const { renderContext, calendar } = context;
  const { date, continuing, starting, total } = day;
  const toDay = turnedTo(asked, { slug: 'day', date });
  const before = continuing.slice(0, most);
  const begun = starting.slice(0, most - before.length);
  const rest = total - before.length - begun.length;
  const name = isShort === true ? shortDayText(date, renderContext) : dayName(date, renderContext);
  const current = date.equals(today(calendar)) && html` aria-current="date"`;
  const more = html`${renderContext.text('+{count} more', { count: rest })}<span class="sr"> ${dayName(date, renderContext)}</span>`;
  const list = html`<ul class="entries">
${before.map((each) => html`<li class="entry">${barEntry(each, renderContext)}</li>\n`)}${begun.map((each) => entry(each, renderContext))}</ul>`;
  return html`<h2><a href="${viewAddress(toDay, renderContext)}" data-js="cal-link"><time datetime="${date.toString()}"${current}>${name}</time></a></h2>
${total === 0 ? html`<p class="soft">${renderContext.text('Nothing is on.')}</p>` : list}${rest > 0 && html`\n<p>${viewLink(toDay, more, renderContext)}</p>`}`;
};

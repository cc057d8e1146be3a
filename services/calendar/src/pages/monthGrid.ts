import { languages } from '@almanac/i18n';
import { fullDayText, type Html, html, type RenderContext, timeText } from '@almanac/pages';
import { addressOf } from '../addresses.ts';
import { columnOf, type MonthDay, monthDays } from './month.ts';
import type { MonthEvent } from './monthEvents.ts';
import { pageTitle } from './recordPage.ts';

/** The names of the days of the week, above the columns; each day repeats its own for screen readers. */
const weekdays = (renderContext: RenderContext): Html => {
  const { start_of_week: first } = renderContext.site;
  const sunday = Temporal.PlainDate.from('2031-06-01');
  const names = Array.from({ length: 7 }, (_, index) =>
    sunday.add({ days: first + index }).toLocaleString(languages[renderContext.language].tag, { weekday: 'short' }),
  );
  return html`<ul class="weekdays" aria-hidden="true">
${names.map((name) => html`<li>${name}</li>`)}
</ul>`;
};

const entry = ({ event, times, first }: MonthEvent, date: Temporal.PlainDate, renderContext: RenderContext): Html => {
  const begins = first.equals(date);
  const time = begins && !event.allDay && html`<span class="soft">${timeText(times.start, renderContext)}</span> `;
  const goesOn = !begins && html` <span class="soft">${renderContext.text('(continued)')}</span>`;
  return html`<li>${time}<a href="${addressOf(renderContext.baseUrl, event)}">${pageTitle(event, renderContext)}</a>${goesOn}</li>\n`;
};

const dayCell = (
  { date, entries }: MonthDay<MonthEvent>,
  { isFirst, isToday }: { readonly isFirst: boolean; readonly isToday: boolean },
  renderContext: RenderContext,
): Html => {
  const classes = [
    ...(isFirst ? [`from-${columnOf(date, renderContext.site.start_of_week)}`] : []),
    ...(isToday ? ['today'] : []),
    ...(entries.length === 0 ? ['free'] : []),
  ].join(' ');
  const current = isToday && html` aria-current="date"`;
  const label = html`<time datetime="${date.toString()}"${current}><span class="narrow">${fullDayText(`${date} 00:00:00`, renderContext)}</span><span class="wide" aria-hidden="true">${date.day}</span></time>`;
  if (entries.length === 0) return html`<li class="${classes}"><span class="day">${label}</span></li>\n`;
  return html`<li${classes !== '' && html` class="${classes}"`}>
<h2>${label}</h2>
<ul>
${entries.map((each) => entry(each, date, renderContext))}</ul>
</li>
`;
};

/** A month as days of a grid; where there is little room, as a list of the days that have events. */
export const monthGrid = (
  month: Temporal.PlainYearMonth,
  { found, today }: { readonly found: readonly MonthEvent[]; readonly today: Temporal.PlainDate },
  renderContext: RenderContext,
): Html => html`${weekdays(renderContext)}
<ol class="month">
${monthDays(month, found).map((each, index) =>
  dayCell(each, { isFirst: index === 0, isToday: each.date.equals(today) }, renderContext),
)}</ol>`;

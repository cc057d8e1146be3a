import { toInstant } from '@almanac/dates';
import { type Html, html, timeText, zoneText } from '@almanac/pages';
import { withViewChange } from './askedView.ts';
import type { PeriodLink, View, ViewRequest } from './calendarView.ts';
import { boundsOfDays, type DayEvents, eventsOfDays, nearestDay, type SpanningEvent, shownOn } from './dayEvents.ts';
import { barEntry, dayName, entry, isAboveHours } from './entries.ts';
import { type Hour, hoursOf, type InstantsOf, type PlacedEvent } from './hours.ts';
import { today } from './pageClock.ts';
import { isShown } from './readView.ts';
import { viewLink } from './viewLink.ts';

/** The maximum number of events on one page of a day. */
const PER_PAGE = 100;

/** The maximum number of events side by side; if more overlap, the day is a list of hours. */
const MAX_LANES = 6;

/** Returns the function for start and end of events: instants in site mode, else local times of their own zones. */
const instantsOf =
  ({ context }: ViewRequest): InstantsOf =>
  ({ event }) => {
    const { zone_mode: mode, timezone: zone } = context.renderContext.site;
    const isOwn = mode === 'site' || event.timezone === zone;
    const [start, end] = isOwn
      ? [toInstant(event.startUtc, 'UTC'), toInstant(event.endUtc, 'UTC')]
      : [toInstant(event.start, zone), toInstant(event.end, zone)];
    return { start, end };
  };

/** Returns the hours with events, with one hour before and one after. */
const drawnHours = (hours: readonly Hour[]): Hour[] => {
  const used = hours.map(({ events }, hour) => (events.length > 0 ? hour : -1)).filter((hour) => hour >= 0);
  const ends = hours.flatMap(({ events }) => events.map(({ row, rows }) => Math.floor((row + rows - 2) / 4)));
  const first = Math.max(0, Math.min(...used) - 1);
  const last = Math.max(...ends) + 1;
  return hours.slice(first, last + 1);
};

const timed = (event: PlacedEvent, { context }: ViewRequest, firstRow: number): Html => {
  const style = `--row:${event.row - firstRow};--rows:${event.rows};--lane:${event.lane}`;
  return html`<li class="timed" style="${style}"><ul class="entries">${entry(event, context.renderContext)}</ul></li>\n`;
};

const hourSection = (hour: Hour, request: ViewRequest, { row, firstRow }: { row: number; firstRow: number }): Html => {
  const { renderContext } = request.context;
  const zone =
    hour.isAgain &&
    html` <span class="soft">${zoneText(renderContext.site.timezone, hour.instant, renderContext)}</span>`;
  return html`<section class="${hour.events.length === 0 ? 'hour free' : 'hour'}">
<h2 style="--row:${row}">${timeText(hour.clock, renderContext)}${zone}</h2>
${
  hour.events.length > 0 &&
  html`<ul>
${hour.events.map((event) => timed(event, request, firstRow))}</ul>`
}</section>
`;
};

const hoursPart = (events: readonly SpanningEvent[], date: Temporal.PlainDate, request: ViewRequest): Html => {
  const { timezone: zone } = request.context.renderContext.site;
  const all = hoursOf(date, zone, { events, instantsOf: instantsOf(request) });
  const hours = drawnHours(all);
  const [first] = hours;
  const firstRow = first === undefined ? 0 : all.indexOf(first) * 4;
  const lanes = 1 + Math.max(0, ...all.flatMap((hour) => hour.events.map(({ lane }) => lane)));
  return html`<div class="${lanes > MAX_LANES ? 'hours' : 'hours beside'}" style="--lanes:${lanes}">
${hours.map((hour, index) => hourSection(hour, request, { row: index * 4 + 1, firstRow }))}</div>`;
};

/** Renders the section “All day”, which precedes the hours. */
const wholeDay = (events: readonly SpanningEvent[], { context }: ViewRequest): Html | false =>
  events.length > 0 &&
  html`<section class="whole">
<h2>${context.renderContext.text('All day')}</h2>
<ul class="entries">
${events.map((event) => html`<li class="entry">${barEntry(event, context.renderContext)}</li>\n`)}</ul>
</section>
`;

const emptyNote = async ({ context, asked, filters }: ViewRequest, date: Temporal.PlainDate): Promise<Html> => {
  const { renderContext } = context;
  const next =
    (await nearestDay(context, filters, { date, isBefore: false })) ??
    (await nearestDay(context, filters, { date, isBefore: true }));
  const link =
    next !== undefined &&
    html` ${viewLink(withViewChange(asked, { date: next }), dayName(next, renderContext), renderContext)}`;
  return html`<p class="empty">${renderContext.text('No events on this day.')}${link}</p>\n`;
};

const bodyOf = async (day: DayEvents, request: ViewRequest): Promise<Html> => {
  const { asked } = request;
  if (day.total === 0) return emptyNote(request, day.date);
  const above = [...(asked.page === 1 ? day.continuing : []), ...day.starting.filter(isAboveHours)];
  const below = day.starting.filter((each) => !isAboveHours(each));
  return html`${wholeDay(above, request)}${below.length > 0 && hoursPart(below, day.date, request)}`;
};

/** Renders links to the further pages of a day with many events. */
const pages = ({ started }: DayEvents, { context, asked }: ViewRequest): Html | false => {
  const { renderContext } = context;
  const count = Math.ceil(started / PER_PAGE);
  if (count < 2) return false;
  const links = Array.from({ length: count }, (_, index) => {
    const page = index + 1;
    const label = renderContext.text('Page {page}', { page });
    return html`<li>${page === asked.page ? html`<span aria-current="page">${label}</span>` : viewLink({ ...asked, page }, label, renderContext)}</li>\n`;
  });
  return html`\n<nav class="pages" aria-label="${renderContext.text('Pages')}"><ul>\n${links}</ul></nav>`;
};

/** Renders a day: all-day events, then the hours, with overlapping events side by side if there is room. */
export const dayView: View = async (request) => {
  const { context, asked, filters } = request;
  const { calendar, renderContext } = context;
  const date = asked.date ?? today(calendar);
  const wanted = { filters, limit: PER_PAGE, offset: (asked.page - 1) * PER_PAGE };
  const [day] = await eventsOfDays(context, [date], wanted);
  if (day === undefined) throw new Error(`the events of ${date} were not read`);
  const turn = (days: number): PeriodLink | undefined => {
    const to = date.add({ days });
    return isShown(to) ? { asked: withViewChange(asked, { date: to }), label: dayName(to, renderContext) } : undefined;
  };
  return {
    heading: dayName(date, renderContext),
    html: html`${await bodyOf(day, request)}${pages(day, request)}`,
    shown: shownOn([day]),
    time: boundsOfDays(date),
    found: day.total,
    turns: { label: renderContext.text('Days'), previous: turn(-1), next: turn(1) },
    exists: asked.page === 1 || day.starting.length > 0,
  };
};

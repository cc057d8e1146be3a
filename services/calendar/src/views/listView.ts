import { type Html, html, type RenderContext } from '@almanac/pages';
import { type AskedView, filterNames, withViewChange } from './askedView.ts';
import type { PeriodLink, View, ViewRequest } from './calendarView.ts';
import { eventsByDay } from './eventCards.ts';
import { listedEvents } from './listedEvents.ts';
import type { Chip } from './viewFilters.ts';
import { viewLink } from './viewLink.ts';

/** The number of past events shown if no event is planned. */
const LATEST = 3;

/** Renders the link at the end of a list to the events that follow. */
const onward = ({ asked, label }: PeriodLink, renderContext: RenderContext): Html =>
  html`<p>${viewLink(asked, label, renderContext, html` class="onward"`)}</p>\n`;

const otherList = ({ asked, context: { renderContext } }: ViewRequest): Html => {
  const to = withViewChange(asked, { slug: 'list', isPast: !asked.isPast, date: undefined });
  return html`<p>${viewLink(to, renderContext.text(asked.isPast ? 'Upcoming events' : 'Past events'), renderContext)}</p>`;
};

/** Renders the latest past events, for a list without upcoming ones. */
const latest = async ({ context, filters }: ViewRequest): Promise<Html | undefined> => {
  const { text } = context.renderContext;
  const listed = await listedEvents(context, { filters, isPast: true, page: 1, perPage: LATEST });
  if (listed.shown.length === 0) return undefined;
  return html`<p class="lead">${text('Most recent events:')}</p>\n${await eventsByDay(listed, context)}\n`;
};

/** Returns the filter that the place of a list implies. */
const placedChip = ({ asked, chips }: ViewRequest): Chip | undefined =>
  chips.find(({ name }) => asked.placed[name] !== undefined);

const headingOf = (request: ViewRequest): string => {
  const { asked, context } = request;
  const { text } = context.renderContext;
  const placed = placedChip(request);
  if (placed?.name === 'category') return text('Category: {name}', { name: placed.label });
  if (placed?.name === 'tag') return text('Tag: {name}', { name: placed.label });
  if (placed !== undefined) return placed.label;
  return text(asked.isPast ? 'Past events' : 'Upcoming events');
};

/** True if the address filters by a day, or by more than its place does. */
const isChosen = ({ filters, placed, date }: AskedView): boolean =>
  date !== undefined || filterNames.some((name) => filters[name] !== undefined && placed[name] === undefined);

/** Renders the note of an empty list, with a link to all events if filters are the cause. */
const why = ({ asked, context: { renderContext } }: ViewRequest): Html => {
  const { text } = renderContext;
  const all = withViewChange(asked, {
    isPast: asked.isPast,
    filters: {},
    place: ['list'],
    placed: {},
    date: undefined,
  });
  if (isChosen(asked))
    return html`${text('No events match these filters.')} ${viewLink(all, text('All events'), renderContext)}`;
  return html`${text(asked.isPast ? 'There are no past events.' : 'There are no upcoming events.')}`;
};

const nothing = async (request: ViewRequest): Promise<Html> =>
  html`<p class="empty">${why(request)}</p>\n${request.asked.isPast ? undefined : await latest(request)}`;

/** Renders a list of upcoming events, or of past ones, the latest first. */
export const listView: View = async (request) => {
  const { context, asked, filters } = request;
  const { text } = context.renderContext;
  const { isPast, page } = asked;
  const since = asked.date === undefined ? undefined : `${asked.date} 00:00:00`;
  // a list of the dates of a series has them all
  const collapses = asked.filters.series === undefined ? undefined : false;
  const listed = await listedEvents(context, { filters, isPast, page, since, collapses });
  const turn = (to: number, label: string): PeriodLink => ({ asked: { ...asked, page: to }, label: text(label) });
  const nearer = page > 1 ? turn(page - 1, isPast ? 'Later events' : 'Earlier events') : undefined;
  const further = listed.hasMore ? turn(page + 1, isPast ? 'Earlier events' : 'Later events') : undefined;
  const shown = listed.shown.length === 0 ? await nothing(request) : await eventsByDay(listed, context);
  return {
    heading: headingOf(request),
    about: placedChip(request)?.about,
    html: html`${shown}\n${further && onward(further, context.renderContext)}${otherList(request)}`,
    time: listed.time,
    found: listed.total,
    turns: { label: text('Pages'), previous: nearer, next: further },
    exists: page === 1 || listed.shown.length > 0,
  };
};

/** The view of the latest past events. */
export const latestPastView: View = async (request) => {
  const { context, asked, filters } = request;
  const { text } = context.renderContext;
  const listed = await listedEvents(context, { filters, isPast: true, page: 1, perPage: LATEST });
  const none = html`<p class="empty">${text('There are no past events.')}</p>`;
  const all = withViewChange(asked, { slug: 'list', isPast: true, date: undefined });
  return {
    heading: text('Latest past events'),
    html: html`${listed.shown.length === 0 ? none : await eventsByDay(listed, context)}
<p>${viewLink(all, text('Past events'), context.renderContext)}</p>`,
    time: listed.time,
    found: listed.total,
    turns: { label: text('Pages') },
    exists: true,
  };
};

import {
  type Html,
  html,
  inEveryLanguage,
  monthText,
  type Page,
  pageAddress,
  pageAnswer,
  pageNotFound,
  type RenderContext,
  steps,
} from '@almanac/pages';
import type { RestResponse } from '@almanac/rest';
import { listTags } from '../events/eventAnswers.ts';
import { type MonthEvent, monthEvents, nearestMonth } from './monthEvents.ts';
import { monthGrid } from './monthGrid.ts';
import { siteClock } from './pageClock.ts';
import type { PageContext } from './pageContext.ts';
import { subscribeLine, subscribeLinks } from './subscribe.ts';

const FIRST_YEAR = 1970;
const LAST_YEAR = 2200;

const monthAddress = (month: Temporal.PlainYearMonth, renderContext: RenderContext): string =>
  pageAddress(renderContext, 'events', 'month', month.toString());

/** The month that the path names, or the one that it is. @throws DomainError 404 for none, and beyond the calendar */
const askedMonth = ({ calendar, request }: PageContext): Temporal.PlainYearMonth => {
  const given = request.captures.month;
  if (given === undefined) return Temporal.PlainYearMonth.from(siteClock(calendar).slice(0, 7));
  const [year = 0, month = 0] = given.split('-').map(Number);
  if (year < FIRST_YEAR || year > LAST_YEAR || month < 1 || month > 12) throw pageNotFound();
  return Temporal.PlainYearMonth.from({ year, month });
};

/** Leads over months without events to the next one that has some. */
const emptyNote = async (context: PageContext, month: Temporal.PlainYearMonth): Promise<Html> => {
  const { renderContext } = context;
  const next = (await nearestMonth(context, month, 'after')) ?? (await nearestMonth(context, month, 'before'));
  const link =
    next &&
    html` <a href="${monthAddress(next, renderContext)}">${renderContext.text('Events: {month}', { month: monthText(next, renderContext) })}</a>`;
  return html`<p>${renderContext.text('There are no events in this month.')}${link}</p>\n`;
};

const navigation = (month: Temporal.PlainYearMonth, renderContext: RenderContext): Html | undefined => {
  const step = (to: Temporal.PlainYearMonth) =>
    to.year < FIRST_YEAR || to.year > LAST_YEAR
      ? undefined
      : { href: monthAddress(to, renderContext), label: monthText(to, renderContext) };
  const [previous, next] = [step(month.subtract({ months: 1 })), step(month.add({ months: 1 }))];
  return steps(renderContext.text('Months'), { previous, next });
};

const mainOf = async (context: PageContext, month: Temporal.PlainYearMonth, found: readonly MonthEvent[]) => {
  const { calendar, renderContext } = context;
  const today = Temporal.PlainDate.from(siteClock(calendar).slice(0, 10));
  return html`<h1>${renderContext.text('Events: {month}', { month: monthText(month, renderContext) })}</h1>
${navigation(month, renderContext)}
${found.length === 0 && (await emptyNote(context, month))}${monthGrid(month, { found, today }, renderContext)}
<p><a href="${pageAddress(renderContext, 'events', 'list')}">${renderContext.text('Upcoming events')}</a></p>
${subscribeLine(renderContext)}`;
};

/** The calendar: a month of events, this one where the path names none. */
export const monthPage = async (context: PageContext): Promise<RestResponse> => {
  const { request, renderContext } = context;
  const month = askedMonth(context);
  const found = await monthEvents(context, month);
  const isNamed = request.captures.month !== undefined;
  const address = (language: RenderContext['language']): string =>
    isNamed
      ? monthAddress(month, { ...renderContext, language })
      : pageAddress({ ...renderContext, language }, 'events');
  const page: Page = {
    title: renderContext.text('Events: {month}', { month: monthText(month, renderContext) }),
    main: await mainOf(context, month, found),
    canonical: address(renderContext.language),
    versions: inEveryLanguage(address),
    links: subscribeLinks(renderContext),
    section: 'events',
    indexed: !isNamed || found.length > 0,
  };
  return pageAnswer(request, renderContext, page, { tags: [...listTags] });
};

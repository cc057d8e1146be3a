import { toInstant } from '@almanac/dates';
import { fullDayText, type Html, html, type RenderContext, timeText } from '@almanac/pages';
import { addressOf } from '../addresses.ts';
import type { EventState } from '../events/event.ts';
import type { SpanningEvent } from './dayEvents.ts';
import { renderedTimes } from './eventTimes.ts';
import { pageTitle } from './pageTitle.ts';

/** Milliseconds. */
const DAY = 24 * 60 * 60_000;

/** Neighbouring ids get colours far apart. */
const hueOf = ([category]: EventState['categories']): number => (category === undefined ? 0 : (category * 137) % 360);

/** A dot in the colour of the event's first category, which says nothing that its page does not. */
const dot = ({ categories }: EventState): Html | undefined =>
  categories.length === 0
    ? undefined
    : html`<span class="dot" style="--hue:${hueOf(categories)}" aria-hidden="true"></span>`;

const titleLink = (event: EventState, renderContext: RenderContext, before?: Html | false): Html =>
  html`<a href="${addressOf(renderContext.baseUrl, event)}">${before}${pageTitle(event, renderContext)}</a>`;

/** What is not among the hours of a day: it is on all day, or for a day and longer. A night stands at its hour. */
export const isWhole = ({ event, first, last }: SpanningEvent): boolean =>
  event.allDay || (!first.equals(last) && toInstant(event.endUtc, 'UTC') - toInstant(event.startUtc, 'UTC') >= DAY);

/**
 * An event in a cell: when it starts, what it is; all of it is the link, so that there is more to point at.
 * @param place where it stands among the hours, as the stylesheet is told
 */
export const entry = ({ event }: SpanningEvent, renderContext: RenderContext, place?: string): Html => {
  const { start } = renderedTimes(event, renderContext);
  const placed = place !== undefined && html` style="${place}"`;
  const time = !event.allDay && html`<span class="soft">${timeText(start, renderContext)}</span> `;
  return html`<li class="entry"${placed}>${titleLink(event, renderContext, html`${dot(event)}${time}`)}</li>\n`;
};

/** An event of several days, with its last day for those who do not see how far its bar reaches. */
export const barEntry = ({ event, last }: SpanningEvent, renderContext: RenderContext): Html => {
  const until = renderContext.text('until {day}', { day: fullDayText(`${last} 00:00:00`, renderContext) });
  return html`${dot(event)}${titleLink(event, renderContext)} <span class="sr">(${until})</span>`;
};

/** A day in words. */
export const dayName = (date: Temporal.PlainDate, renderContext: RenderContext): string =>
  fullDayText(`${date} 00:00:00`, renderContext);

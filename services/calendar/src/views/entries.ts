import {
  foreignAttributes,
  fullDayText,
  type Html,
  html,
  languageLabel,
  type RenderContext,
  runsAgainst,
  timeText,
} from '@almanac/pages';
import { addressOf } from '../addresses.ts';
import type { EventState } from '../events/event.ts';
import type { SpanningEvent } from './dayEvents.ts';
import { renderedTimes } from './eventTimes.ts';
import { pageTitle } from './pageTitle.ts';

/** Returns the hue of an event's first category; neighbouring ids get very different hues. */
const hueOf = ([category]: EventState['categories']): number => (category === undefined ? 0 : (category * 137) % 360);

/** Renders a decorative dot in the colour of the event's first category. */
const dot = ({ categories }: EventState): Html | undefined =>
  categories.length === 0
    ? undefined
    : html`<span class="dot" style="--hue:${hueOf(categories)}" aria-hidden="true"></span>`;

/**
 * Renders the title. It is isolated from its surroundings if it has letters of the other direction, or if its language
 * is not the page's, which it names then.
 */
const title = (event: EventState, renderContext: RenderContext): Html => {
  const shown = pageTitle(event, renderContext);
  const foreign = foreignAttributes(event.language, renderContext);
  const isIsolated = foreign !== false || runsAgainst(event.title, renderContext.language);
  return isIsolated
    ? html`<bdi${foreign}>${shown}</bdi>${languageLabel(event.language, renderContext, true)}`
    : html`${shown}`;
};

const titleLink = (event: EventState, renderContext: RenderContext, before?: Html | false): Html =>
  html`<a href="${addressOf(renderContext.baseUrl, event)}">${before}${title(event, renderContext)}</a>`;

/** True if an event is shown above the hours: it is all-day, or spans several days. */
export const isAboveHours = ({ event, first, last }: SpanningEvent): boolean => event.allDay || !first.equals(last);

/**
 * Renders an event in a cell: its start and its title. The whole entry is a link, so that it is easy to hit.
 * @param place the CSS that places it among the hours
 */
export const entry = ({ event }: SpanningEvent, renderContext: RenderContext, place?: string): Html => {
  const { start } = renderedTimes(event, renderContext);
  const placed = place !== undefined && html` style="${place}"`;
  const time = !event.allDay && html`<span class="soft">${timeText(start, renderContext)}</span> `;
  return html`<li class="entry"${placed}>${titleLink(event, renderContext, html`${dot(event)}${time}`)}</li>\n`;
};

/** Renders an event of several days, with its last day for screen readers. */
export const barEntry = ({ event, last }: SpanningEvent, renderContext: RenderContext): Html => {
  const until = renderContext.text('until {day}', { day: fullDayText(`${last} 00:00:00`, renderContext) });
  return html`${dot(event)}${titleLink(event, renderContext)} <span class="sr">(${until})</span>`;
};

/** Returns the full name of a day in the language of the page. */
export const dayName = (date: Temporal.PlainDate, renderContext: RenderContext): string =>
  fullDayText(`${date} 00:00:00`, renderContext);

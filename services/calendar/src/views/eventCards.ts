import { foreignAttributes, type Html, html, inline, joined, listOf, numberText, shortMonthText } from '@almanac/pages';
import { addressOf } from '../addresses.ts';
import { renderedTitle } from '../content-items/renderedTexts.ts';
import type { EventState } from '../events/event.ts';
import { type RelatedRecords, unprotectedItems } from '../events/relatedRecords.ts';
import { costText } from './costText.ts';
import { eventTimes, renderedTimes } from './eventTimes.ts';
import type { PageContext } from './pageContext.ts';
import { pageTitle } from './pageTitle.ts';
import { thumbnail } from './picture.ts';

/** Renders the start day as a calendar sheet; the text beside it repeats the date. */
const tile = (start: string, context: PageContext): Html =>
  html`<p class="tile" aria-hidden="true"><span>${shortMonthText(start, context.renderContext)}</span> <b>${numberText(Number(start.slice(8, 10)), context.renderContext)}</b></p>`;

const places = (event: EventState, related: RelatedRecords, context: PageContext): Html | undefined => {
  const names = unprotectedItems(event.venues, related.venues).map(
    ({ title }) => html`<bdi>${inline(renderedTitle(title))}</bdi>`,
  );
  return names.length === 0 ? undefined : listOf(names, context.renderContext);
};

/** Renders venue and cost; false for a protected event. */
const details = (event: EventState, related: RelatedRecords, context: PageContext): Html | false => {
  if (event.password !== '') return false;
  const cost = costText(context, event);
  const parts = [places(event, related, context), cost === '' ? undefined : html`<bdi>${cost}</bdi>`].filter(
    (part) => part !== undefined,
  );
  return parts.length > 0 && html`<p class="soft">${joined(parts, ' · ')}</p>\n`;
};

/** Renders an event of a list: its day, title, time, place, cost and picture. */
export const eventCard = (event: EventState, related: RelatedRecords, context: PageContext): Html => {
  const { renderContext } = context;
  const { start } = renderedTimes(event, renderContext);
  return html`<li class="card">${tile(start, context)}<div>
<h3><a href="${addressOf(renderContext.baseUrl, event)}"${foreignAttributes(event.language, renderContext)}>${pageTitle(event, renderContext)}</a></h3>
<p>${eventTimes(event, renderContext)}</p>
${details(event, related, context)}</div>${event.password === '' && thumbnail(related.images.get(event.image))}</li>
`;
};

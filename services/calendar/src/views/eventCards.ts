import {
  foreignAttributes,
  type Html,
  html,
  inline,
  joined,
  languageLabel,
  listOf,
  type RenderContext,
} from '@almanac/pages';
import { viewsOf } from '@almanac/rest';
import { addressOf } from '../addresses.ts';
import { renderedTitle, summaryOf } from '../content-items/renderedTexts.ts';
import type { EventState } from '../events/event.ts';
import { type RelatedRecords, unprotectedItems } from '../events/relatedRecords.ts';
import { costText } from './costText.ts';
import { withDaySpan } from './dayEvents.ts';
import { dayName } from './entries.ts';
import { eventTimes, timesOfDay } from './eventTimes.ts';
import type { ListedEvents } from './listedEvents.ts';
import type { PageContext } from './pageContext.ts';
import { pageTitle } from './pageTitle.ts';
import { thumbnail } from './picture.ts';

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

/** Renders the first words about an event; false for a protected event and one without a text. */
const summary = async (event: EventState, renderContext: RenderContext): Promise<Html | false> => {
  const words = event.password === '' ? await summaryOf(event) : '';
  return words !== '' && html`<p class="summary"${foreignAttributes(event.language, renderContext)}>${words}</p>\n`;
};

const card = async (event: EventState, times: Html, related: RelatedRecords, context: PageContext): Promise<Html> => {
  const { renderContext } = context;
  return html`<li class="card"><div>
<h3><a href="${addressOf(renderContext.baseUrl, event)}"${foreignAttributes(event.language, renderContext)}>${pageTitle(event, renderContext)}</a>${languageLabel(event.language, renderContext)}</h3>
<p>${times}</p>
${details(event, related, context)}${await summary(event, renderContext)}</div>${event.password === '' && thumbnail(related.images.get(event.image))}</li>
`;
};

type EventsOfList = Pick<ListedEvents, 'shown' | 'related'>;

/** Renders events of a list: title, date and time, place, cost, summary and picture. */
export const eventCards = async ({ shown, related }: EventsOfList, context: PageContext): Promise<Html> => {
  const { renderContext } = context;
  const cards = await viewsOf(shown, (event) => card(event, eventTimes(event, renderContext), related, context));
  return html`<ul class="cards">\n${cards}</ul>`;
};

/** Renders events of a list, grouped by the days on which they begin; only the heading of a group has the date. */
export const eventsByDay = async ({ shown, related }: EventsOfList, context: PageContext): Promise<Html> => {
  const { renderContext } = context;
  const days = Map.groupBy(shown, (event) => withDaySpan(event, context).first.toString());
  const sections = await viewsOf([...days], async ([day, events]) => {
    const cards = await viewsOf(events, (event) => card(event, timesOfDay(event, renderContext), related, context));
    return html`<section class="of-day">
<h2><time datetime="${day}">${dayName(Temporal.PlainDate.from(day), renderContext)}</time></h2>
<ul class="cards">
${cards}</ul>
</section>
`;
  });
  return html`${sections}`;
};

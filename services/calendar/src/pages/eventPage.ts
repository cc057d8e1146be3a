import {
  calendarInterface,
  embedAnswer,
  embedLinks,
  html,
  pageAddress,
  pageNotFound,
  protectedNote,
  trusted,
  withProviderCards,
} from '@almanac/pages';
import type { RestResponse } from '@almanac/rest';
import { addressOf } from '../addresses.ts';
import { summaryOf } from '../content-items/renderedTexts.ts';
import { type EventFields, type EventState, eventKind } from '../events/event.ts';
import { eventDisplay, structuredEvent } from '../events/eventAnswers.ts';
import { readRelated, unprotectedItems } from '../events/relatedRecords.ts';
import { eventTimes } from '../views/eventTimes.ts';
import type { PageContext } from '../views/pageContext.ts';
import { pageTitle } from '../views/pageTitle.ts';
import { figure } from '../views/picture.ts';
import { addToCalendar } from './addToCalendar.ts';
import { eventFacts } from './eventFacts.ts';
import { hasEnded, moreEvents, neighbours } from './moreEvents.ts';
import { namedPage } from './namedPage.ts';
import type { PageKind } from './recordPage.ts';
import { eventSchedule, seriesFacts, seriesOf } from './seriesFacts.ts';

const relatedOf = ({ calendar, request }: PageContext, event: EventState) =>
  readRelated(
    { documents: calendar.documents, principal: request.principal, display: eventDisplay(calendar, request) },
    [event],
  );

/** The page of an event. */
export const eventPage: PageKind<EventFields> = {
  kind: eventKind,
  render: async (context, event) => {
    const { calendar, request, renderContext } = context;
    const related = await relatedOf(context, event);
    await related.texts.prepare(event);
    const isListed = event.status === 'publish' && event.password === '';
    const isPast = hasEnded(event, context);
    const [venue] = unprotectedItems(event.venues, related.venues);
    const image = related.images.get(event.image);
    const series = await seriesOf(context, event);
    const jsonLd = structuredEvent(calendar, request, event, related);
    return {
      main: html`<article>
<h1>${pageTitle(event, renderContext)}</h1>
${event.featured && html`<p><span class="tag">${renderContext.text('Featured')}</span></p>\n`}${
  isPast && html`<p class="notice">${renderContext.text('This event is over.')}</p>\n`
}${await eventFacts(context, event, related)}
${series && (await seriesFacts(context, event, series))}
${isListed && !isPast && addToCalendar(event, venue, renderContext)}${figure(image)}<div class="content">
${trusted(withProviderCards(related.texts.content(event), renderContext))}
</div>
</article>
${isListed && (await moreEvents(context, event, related))}${await neighbours(context, event)}
<p><a href="${pageAddress(renderContext, 'events')}">${renderContext.text('All events')}</a></p>`,
      page: {
        links: embedLinks(addressOf(renderContext.baseUrl, event), renderContext),
        calendarRoot: `${calendarInterface(renderContext)}events/${event.id}`,
        jsonLd: series === undefined ? jsonLd : { ...jsonLd, eventSchedule: eventSchedule(series) },
        isArticle: true,
        image,
      },
    };
  },
};

/** Renders the embed of a published event (docs/interface/oembed.md §3); of a protected one, only its title. */
export const eventEmbed = async (context: PageContext): Promise<RestResponse> => {
  const { request, renderContext } = context;
  const event = await namedPage(context, eventKind);
  if (event.status !== 'publish') throw pageNotFound();
  const body =
    event.password === ''
      ? html`<p>${eventTimes(event, renderContext)}</p>
<p>${await summaryOf(event)}</p>`
      : protectedNote(renderContext);
  const address = addressOf(renderContext.baseUrl, event);
  return embedAnswer(request, renderContext, { title: pageTitle(event, renderContext), address, body });
};

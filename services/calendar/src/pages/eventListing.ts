import type { Filter } from '@almanac/documents';
import { anonymous } from '@almanac/identity';
import { type Html, html, inline, joined, pageNotFound, type RenderContext, steps } from '@almanac/pages';
import { addressOf } from '../addresses.ts';
import { renderedTitle } from '../content-items/renderedTexts.ts';
import { type EventState, events } from '../events/event.ts';
import { eventDisplay } from '../events/eventAnswers.ts';
import { type RelatedRecords, readRelated, unprotected } from '../events/relatedRecords.ts';
import { eventTimes } from './eventTimes.ts';
import { listedIn, siteClock, startField, within } from './pageClock.ts';
import type { PageContext } from './pageContext.ts';
import { pageTitle } from './recordPage.ts';

export interface Listing {
  /** The events of the listing. */
  readonly filter?: Filter;
  /** The address of its first page. */
  readonly address: string;
}

export interface Listed {
  readonly html: Html;
  readonly address: string;
  /** Whether it is the listing that most readers look for: the first page of upcoming events. */
  readonly isFirst: boolean;
}

const PAST = 'past';

const listingAddress = ({ address }: Listing, page: number, isPast: boolean): string =>
  `${page === 1 ? address : `${address}page/${page}/`}${isPast ? `?when=${PAST}` : ''}`;

const pageOf = ({ captures }: PageContext['request']): number => Number(captures.page ?? 1);

const readPage = async ({ calendar, request, renderContext }: PageContext, { filter }: Listing, isPast: boolean) => {
  const { documents, settings } = calendar;
  const perPage = settings.current().events_per_page;
  const page = pageOf(request);
  const now = siteClock(calendar);
  const found: Filter = {
    all: [
      ...listedIn(calendar, renderContext.language),
      ...within(calendar, isPast ? { ends_before: now } : { ends_after: now }),
      ...(filter === undefined ? [] : [filter]),
    ],
  };
  const order = [{ field: startField(calendar), direction: isPast ? 'desc' : 'asc' }] as const;
  const [shown, total] = await Promise.all([
    documents.find<EventState>(events, { filter: found, order, limit: perPage, offset: (page - 1) * perPage }),
    documents.count(events, found),
  ]);
  return { shown, total, page, perPage };
};

/** A page of events in the language of the address: upcoming or past ones, the nearest first. */
export const listEvents = async (context: PageContext, listing: Listing): Promise<Listed> => {
  const { calendar, request, renderContext } = context;
  const { text } = renderContext;
  const isPast = request.params.when === PAST;
  const { shown, total, page, perPage } = await readPage(context, listing, isPast);
  if (page < 1 || (shown.length === 0 && page > 1)) throw pageNotFound();
  const display = eventDisplay(calendar, request);
  const related = await readRelated({ documents: calendar.documents, principal: anonymous, display }, shown);
  const step = (to: number, label: string) => ({ href: listingAddress(listing, to, isPast), label: text(label) });
  const nearer = page > 1 ? step(page - 1, isPast ? 'Later events' : 'Earlier events') : undefined;
  const further = page * perPage < total ? step(page + 1, isPast ? 'Earlier events' : 'Later events') : undefined;
  const none = isPast ? 'There are no past events.' : 'Nothing is planned just now.';
  return {
    html: html`<h2>${text(isPast ? 'Past events' : 'Upcoming events')}</h2>
${shown.length === 0 ? html`<p>${text(none)}</p>` : eventCards(shown, related, renderContext)}
${steps(text('Pages'), { previous: nearer, next: further })}<p><a href="${listingAddress(listing, 1, !isPast)}">${text(
      isPast ? 'Upcoming events' : 'Past events',
    )}</a></p>`,
    address: listingAddress(listing, page, isPast),
    isFirst: page === 1 && !isPast,
  };
};

const placesOf = (event: EventState, related: RelatedRecords): Html | undefined => {
  const names = unprotected(event.venues, related.venues).map(({ title }) => inline(renderedTitle(title)));
  return event.password !== '' || names.length === 0 ? undefined : html`<p>${joined(names, ', ')}</p>\n`;
};

const card = (event: EventState, related: RelatedRecords, renderContext: RenderContext): Html => html`<li>
<h3><a href="${addressOf(renderContext.baseUrl, event)}">${pageTitle(event, renderContext)}</a></h3>
<p class="soft">${eventTimes(event, renderContext)}</p>
${placesOf(event, related)}</li>
`;

/** Events of a list. */
const eventCards = (events: readonly EventState[], related: RelatedRecords, renderContext: RenderContext): Html =>
  html`<ul class="cards">
${events.map((event) => card(event, related, renderContext))}</ul>`;

import type { Filter } from '@almanac/documents';
import { type Html, html, pageNotFound, steps } from '@almanac/pages';
import { eventsByDay } from '../views/eventCards.ts';
import { listedEvents } from '../views/listedEvents.ts';
import type { PageContext } from '../views/pageContext.ts';

export interface Listing {
  /** The events of the listing. */
  readonly filter: Filter;
  /** The address of its first page. */
  readonly address: string;
}

export interface EventListing {
  readonly html: Html;
  readonly address: string;
  /** True for the first page of upcoming events. */
  readonly isFirst: boolean;
}

const PAST = 'past';

const listingAddress = ({ address }: Listing, page: number, isPast: boolean): string =>
  `${page === 1 ? address : `${address}page/${page}/`}${isPast ? `?when=${PAST}` : ''}`;

/** Returns a page of upcoming or past events at a venue, or of an organizer, the nearest first. */
export const listEvents = async (context: PageContext, listing: Listing): Promise<EventListing> => {
  const { request, renderContext } = context;
  const { text } = renderContext;
  const isPast = request.params.when === PAST;
  const page = Number(request.captures.page ?? 1);
  const { shown, related, hasMore } = await listedEvents(context, { filters: [listing.filter], isPast, page });
  if (page < 1 || (shown.length === 0 && page > 1)) throw pageNotFound();
  const step = (to: number, label: string) => ({ href: listingAddress(listing, to, isPast), label: text(label) });
  const nearer = page > 1 ? step(page - 1, isPast ? 'Later events' : 'Earlier events') : undefined;
  const further = hasMore ? step(page + 1, isPast ? 'Earlier events' : 'Later events') : undefined;
  const none = isPast ? 'There are no past events.' : 'There are no upcoming events.';
  const cards = await eventsByDay({ shown, related }, context);
  return {
    html: html`<h2>${text(isPast ? 'Past events' : 'Upcoming events')}</h2>
${shown.length === 0 ? html`<p class="empty">${text(none)}</p>` : cards}
${steps(text('Pages'), { previous: nearer, next: further })}<p><a href="${listingAddress(listing, 1, !isPast)}">${text(
      isPast ? 'Upcoming events' : 'Past events',
    )}</a></p>`,
    address: listingAddress(listing, page, isPast),
    isFirst: page === 1 && !isPast,
  };
};

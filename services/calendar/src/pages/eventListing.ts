import type { Filter } from '@almanac/documents';
import { anonymous } from '@almanac/identity';
import { type Html, html, pageNotFound, steps } from '@almanac/pages';
import type { EventState } from '../events/event.ts';
import { eventDisplay } from '../events/eventAnswers.ts';
import { events } from '../events/eventKind.ts';
import { readLinked } from '../events/linkedReader.ts';
import { eventCards } from './eventCards.ts';
import { listedIn, siteClock, startField, within } from './pageClock.ts';
import type { PageContext } from './pageContext.ts';

export interface Listing {
  /** Which events it shows. */
  readonly filter?: Filter;
  /** The address of its first page. */
  readonly address: string;
}

export interface Listed {
  readonly html: Html;
  readonly address: string;
  /** Whether it shows what everybody looks for: what is coming, from the beginning. */
  readonly isFirst: boolean;
}

const PAST = 'past';

const addressOf = ({ address }: Listing, page: number, isPast: boolean): string =>
  `${page === 1 ? address : `${address}page/${page}/`}${isPast ? `?when=${PAST}` : ''}`;

const pageOf = ({ captures }: PageContext['request']): number => Number(captures.page ?? 1);

const readPage = async ({ calendar, request, showing }: PageContext, { filter }: Listing, isPast: boolean) => {
  const { documents, settings } = calendar;
  const perPage = settings.current().events_per_page;
  const page = pageOf(request);
  const now = siteClock(calendar);
  const found: Filter = {
    all: [
      ...listedIn(calendar, showing.language),
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

/** A page of events in the language of the address: what is coming, or what has been, the nearest first. */
export const listEvents = async (context: PageContext, listing: Listing): Promise<Listed> => {
  const { calendar, request, showing } = context;
  const { text } = showing;
  const isPast = request.params.when === PAST;
  const { shown, total, page, perPage } = await readPage(context, listing, isPast);
  if (page < 1 || (shown.length === 0 && page > 1)) throw pageNotFound();
  const display = eventDisplay(calendar, request);
  const linked = await readLinked({ documents: calendar.documents, principal: anonymous, display }, shown);
  const step = (to: number, label: string) => ({ href: addressOf(listing, to, isPast), label: text(label) });
  const nearer = page > 1 ? step(page - 1, isPast ? 'Later events' : 'Earlier events') : undefined;
  const further = page * perPage < total ? step(page + 1, isPast ? 'Earlier events' : 'Later events') : undefined;
  const none = isPast ? 'There are no past events.' : 'Nothing is planned just now.';
  return {
    html: html`<h2>${text(isPast ? 'Past events' : 'Upcoming events')}</h2>
${shown.length === 0 ? html`<p>${text(none)}</p>` : eventCards(shown, linked, showing)}
${steps(text('Pages'), { previous: nearer, next: further })}<p><a href="${addressOf(listing, 1, !isPast)}">${text(
      isPast ? 'Upcoming events' : 'Past events',
    )}</a></p>`,
    address: addressOf(listing, page, isPast),
    isFirst: page === 1 && !isPast,
  };
};

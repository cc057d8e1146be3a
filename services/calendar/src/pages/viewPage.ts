import { embedAnswer, inEveryLanguage, type Page, pageAnswer, pageNotFound } from '@almanac/pages';
import type { RestResponse } from '@almanac/rest';
import { type AskedView, viewAddress } from '../views/askedView.ts';
import type { PageContext } from '../views/pageContext.ts';
import { readView } from '../views/readView.ts';
import { type RenderedView, renderEmbeddedView, renderView } from '../views/renderView.ts';
import { feedFilters, subscribeLinks } from '../views/subscribe.ts';
import { viewScript } from '../views/viewScript.ts';

const PREFIX = '/internal/pages';

/** Returns the view that the address of the page requests. */
const askedByPage = ({ request }: PageContext): AskedView =>
  readView(request.path.slice(PREFIX.length), new URLSearchParams(request.query));

/** True if search engines may index the view: unfiltered, first page, upcoming, and no named period without events. */
const isIndexed = (asked: AskedView, { found }: RenderedView): boolean => {
  const isFiltered = Object.keys(asked.filters).length > Object.keys(asked.placed).length;
  const isNamed = asked.date !== undefined;
  return !isFiltered && asked.isPicked !== true && asked.page === 1 && !asked.isPast && (found > 0 || !isNamed);
};

/** The parts that only some pages of views have. */
export type OptionalPageParts = Partial<Pick<Page, 'versions' | 'links' | 'calendarRoot' | 'description'>>;

/** Renders the page of a view of the calendar. @throws DomainError 404 for an unknown day or page */
export const viewPage = async (context: PageContext, more: OptionalPageParts = {}): Promise<RestResponse> => {
  const { request, renderContext } = context;
  const asked = askedByPage(context);
  const view = await renderView(context, asked);
  if (!view.exists) throw pageNotFound();
  const page: Page = {
    title: view.title,
    main: view.html,
    canonical: viewAddress({ ...asked, isPicked: false }, renderContext),
    versions: inEveryLanguage((language) => viewAddress(asked, { ...renderContext, language })),
    links: subscribeLinks(renderContext, feedFilters(asked.filters)),
    section: 'events',
    indexed: isIndexed(asked, view),
    scripts: [viewScript],
    ...more,
  };
  return pageAnswer(request, renderContext, page);
};

/** Returns the view that an address of an embedded calendar requests: a list, or with `view=month` a month. */
const askedInFrame = (query: URLSearchParams): AskedView => {
  const slug = query.get('view') === 'month' ? 'month' : 'list';
  const asked = readView(`/events/${slug}`, query);
  return { ...asked, slug, isEmbedded: true };
};

/** Returns a calendar for frames of other sites (docs/interface/views.md §4). @throws DomainError 404 for an unknown page */
export const embeddedCalendar = async (context: PageContext): Promise<RestResponse> => {
  const { request, renderContext } = context;
  const asked = askedInFrame(new URLSearchParams(request.query));
  const view = await renderEmbeddedView(context, asked);
  if (!view.exists) throw pageNotFound();
  return embedAnswer(request, renderContext, {
    title: view.title,
    address: viewAddress({ ...asked, isEmbedded: false }, renderContext),
    body: view.html,
    framing: renderContext.site.embed_sites,
  });
};

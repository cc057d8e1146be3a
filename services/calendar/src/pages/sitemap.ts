import { pageNotFound, SITEMAP_PAGE, sitemapAnswer } from '@almanac/pages';
import type { RestResponse } from '@almanac/rest';
import { addressOf } from '../addresses.ts';
import { publishedOnly } from '../content-items/statuses.ts';
import { type EventState, events } from '../events/event.ts';
import type { PageContext } from '../views/pageContext.ts';

/** `/events/sitemap-1.xml`: the addresses of published events in every language; core's index names these files. */
export const eventsSitemap = async ({ calendar, request, renderContext }: PageContext): Promise<RestResponse> => {
  const page = Number(request.captures.page);
  if (page < 1) throw pageNotFound();
  const found = await calendar.documents.find<EventState>(events, {
    filter: { all: [publishedOnly, { field: 'hidden', in: [false, true] }] },
    order: [{ field: 'id', direction: 'asc' }],
    limit: SITEMAP_PAGE,
    offset: (page - 1) * SITEMAP_PAGE,
  });
  const listed = found.filter(({ hidden }) => !hidden);
  const pages = listed.map((event) => ({
    address: addressOf(renderContext.baseUrl, event),
    modified: new Date(`${(event.modifiedUtc ?? event.startUtc).replace(' ', 'T')}Z`),
  }));
  return sitemapAnswer(request, pages, { tags: ['events'] });
};

import { pageNotFound, sitemapAnswer, sitemapRecords } from '@almanac/pages';
import type { RestResponse } from '@almanac/rest';
import { addressOf } from '../addresses.ts';
import { publishedOnly } from '../content-items/statuses.ts';
import { type EventState, events } from '../events/event.ts';
import type { PageContext } from '../views/pageContext.ts';

/** `/events/sitemap-1.xml`: the addresses of published events in every language; core's index names these files. */
export const eventsSitemap = async ({ calendar, request, renderContext }: PageContext): Promise<RestResponse> => {
  const page = Number(request.captures.page);
  if (page < 1) throw pageNotFound();
  const filter = { all: [publishedOnly, { field: 'hidden', in: [false, true] }] };
  const found = await sitemapRecords(page, (range) =>
    calendar.documents.find<EventState>(events, { filter, order: [{ field: 'id', direction: 'asc' }], ...range }),
  );
  const listed = found.filter(({ hidden }) => !hidden);
  const pages = listed.map((event) => ({
    address: addressOf(renderContext.baseUrl, event),
    modified: new Date(`${(event.modifiedUtc ?? event.startUtc).replace(' ', 'T')}Z`),
  }));
  return sitemapAnswer(request, pages);
};

import { languageRecord } from '@almanac/i18n';
import { anonymous } from '@almanac/identity';
import { type FeedItem, pageAddress, plain, type RenderContext, redirectTo, rssAnswer } from '@almanac/pages';
import { type RestResponse, type Route, route, viewsOf } from '@almanac/rest';
import { addressOf } from '../addresses.ts';
import type { Calendar } from '../calendar.ts';
import { prepareTexts, renderedContent, renderedExcerpt } from '../content-items/renderedTexts.ts';
import { type EventState, events } from '../events/event.ts';
import { uidOf } from '../feed/entryUid.ts';
import { feedArgs, feedQuery } from '../feed/feedRoute.ts';
import { eventTimes } from '../views/eventTimes.ts';
import { type PageContext, pageContext } from '../views/pageContext.ts';
import { pageTitle } from '../views/pageTitle.ts';

/** The number of events in the news feed. */
const MAX_FEED_EVENTS = 50;

const newsItem = (event: EventState, renderContext: RenderContext): FeedItem => ({
  title: plain(pageTitle(event, renderContext).text),
  page: addressOf(renderContext.baseUrl, event),
  id: uidOf(event.id, renderContext.baseUrl),
  published: new Date(`${(event.dateUtc ?? event.startUtc).replace(' ', 'T')}Z`),
  summary: [
    plain(eventTimes(event, renderContext).text),
    plain(renderedExcerpt(event.excerpt) || renderedContent(event.content)),
  ]
    .filter(Boolean)
    .join('. '),
});

/** `/events/feed.xml` and `/events/feed/`: the next events as RSS, with the filters of the calendar's feed. */
export const newsRoute = (calendar: Calendar, file: 'feed.xml' | 'feed/'): Route =>
  route({
    namespace: 'internal',
    path: `/pages/events/${file}`,
    methods: ['GET'],
    summary: 'A page of the site',
    hidden: true,
    expensive: true,
    args: feedArgs(calendar),
    handle: async (request) => {
      const { filter, order } = await feedQuery(calendar, request);
      const { renderContext } = pageContext(calendar, request);
      const page = pageAddress(renderContext, 'events');
      const { name, description } = renderContext.site;
      const channel = {
        title: `${renderContext.text('Events')} – ${name}`,
        page,
        description,
        address: `${page}${file}`,
        language: languageRecord(renderContext.language).tag,
      };
      const items = await request.share(JSON.stringify([filter, order]), async () => {
        const found = await calendar.documents.find<EventState>(events, { filter, order, limit: MAX_FEED_EVENTS });
        const shown = found.filter(({ password }) => password === '');
        return viewsOf(shown, async (event) => {
          await prepareTexts(event);
          return newsItem(event, renderContext);
        });
      });
      return rssAnswer({ headers: request.headers, principal: anonymous }, channel, items);
    },
  });

/** `/events/category/{path}/feed/` and `/events/tag/{slug}/feed/`: lead to the feed with this filter. */
export const leadToTermFeed = async ({ request, renderContext }: PageContext): Promise<RestResponse> => {
  const { taxonomy, path = '' } = request.captures;
  const slug = path.split('/').findLast((segment) => segment !== '') ?? '';
  const query = new URLSearchParams({ [taxonomy === 'tag' ? 'tags' : 'categories']: slug });
  return redirectTo(`${pageAddress(renderContext, 'events', 'feed')}?${query}`, 301);
};

import { languageRecord } from '@almanac/i18n';
import { anonymous } from '@almanac/identity';
import {
  FEED_FORM,
  type FeedItem,
  feedAddress,
  feedAnswers,
  feedFormats,
  pageAddress,
  plain,
  type RenderContext,
  redirectTo,
} from '@almanac/pages';
import { type RestRequest, type RestResponse, type Route, route, viewsOf } from '@almanac/rest';
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

/**
 * `/events/feed.xml` and `/events/feed/`: the next events as RSS, with the filters of the calendar's feed. Below
 * `/events/feed/` it is in other formats too: `/events/feed/atom/`.
 */
export const newsRoutes = (calendar: Calendar): Route[] => [
  newsRoute(calendar, 'feed.xml'),
  newsRoute(calendar, 'feed/'),
  newsRoute(calendar, 'feed/', FEED_FORM),
];

const newsRoute = (calendar: Calendar, file: 'feed.xml' | 'feed/', form = ''): Route =>
  route({
    namespace: 'internal',
    path: `/pages/events/${file}${form}`,
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
        address: feedAddress(`${page}${file}`, formatOf(request)),
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
      return feedAnswers[formatOf(request)]({ headers: request.headers, principal: anonymous }, channel, items);
    },
  });

/** Returns the format that the address names: RSS unless it names another. */
const formatOf = ({ captures }: Pick<RestRequest<unknown>, 'captures'>) =>
  feedFormats.get(captures.form ?? '') ?? 'rss';

/**
 * `/events/category/{path}/feed/` and `/events/tag/{slug}/feed/`: lead to the feed with this filter, in the same
 * format.
 */
export const leadToTermFeed = async ({ request, renderContext }: PageContext): Promise<RestResponse> => {
  const { taxonomy, path = '' } = request.captures;
  const slug = path.split('/').findLast((segment) => segment !== '') ?? '';
  const query = new URLSearchParams({ [taxonomy === 'tag' ? 'tags' : 'categories']: slug });
  const feed = feedAddress(pageAddress(renderContext, 'events', 'feed'), formatOf(request));
  return redirectTo(`${feed}?${query}`, 301);
};

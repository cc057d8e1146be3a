import {
  archiveAnswer,
  archivePaths,
  FEED_FORM,
  pageNotFound,
  pageRoute,
  scriptAnswer,
  sitemapAnswer,
  sitemapRecords,
} from '@almanac/pages';
import { withPopups } from '@almanac/pages/popups';
import { type RestResponse, type Route, sharedReads } from '@almanac/rest';
import { addressOf } from '../addresses.ts';
import type { Calendar } from '../calendar.ts';
import type { ItemFields } from '../content-items/contentItem.ts';
import { publishedOnly } from '../content-items/statuses.ts';
import { type EventState, events } from '../events/event.ts';
import {
  receiveSuggestionForm,
  SUGGESTION_FORM_LIMIT,
  suggestionPage,
  suggestPage,
} from '../suggestions/suggestionPages.ts';
import { categoryTaxonomy } from '../terms/category.ts';
import { tagTaxonomy } from '../terms/tagCopies.ts';
import { type PageContext, pageContext } from '../views/pageContext.ts';
import { viewScript } from '../views/viewScript.ts';
import { featuredPage, termPage } from './archivePages.ts';
import { eventFileRoute } from './eventFile.ts';
import { eventEmbed, eventPage } from './eventPage.ts';
import { organizerPage, venuePage } from './linkedPages.ts';
import { leadToTermFeed, newsRoutes } from './newsRoute.ts';
import { pageOfId } from './pageOfId.ts';
import { type PageKind, recordPage, unlockPage } from './recordPage.ts';
import { embeddedCalendar, viewPage } from './viewPage.ts';

type Answer = (context: PageContext) => Promise<RestResponse>;

const calendarPage = (calendar: Calendar, path: string, answer: Answer, method?: 'POST', bodyLimit?: number): Route =>
  pageRoute(
    path,
    async (request) => {
      const context = pageContext(calendar, request);
      return answer({ ...context, renderContext: await withPopups(context.renderContext, request, calendar) });
    },
    method,
    bodyLimit,
  );

/** Returns the routes of a list: its first page, and the further pages. */
const listRoutes = (calendar: Calendar, path: string, answer: Answer): Route[] =>
  archivePaths(path).map((each) => calendarPage(calendar, each, archiveAnswer(answer)));

/** Returns the route that receives the password form of a protected record's page. */
const unlockRoute = <Fields extends ItemFields>(calendar: Calendar, page: PageKind<Fields>): Route =>
  calendarPage(calendar, `/pages/${page.kind.noun}/{slug}`, (context) => unlockPage(context, page), 'POST');

/** Returns the routes of the page of a venue or an organizer, which lists its events. */
const linkedRoutes = <Fields extends ItemFields>(calendar: Calendar, page: PageKind<Fields>): Route[] => [
  ...listRoutes(calendar, `/pages/${page.kind.noun}/{slug}`, (context) => recordPage(context, page)),
  unlockRoute(calendar, page),
];

const DAY = '{date:\\d{4}-\\d{2}-\\d{2}}';

/** The paths of views that show one period on one page. */
const viewPaths = ['', '/month', '/month/{month:\\d{4}-\\d{2}}', '/week', `/week/${DAY}`];

/** Returns the routes of the calendar's pages, in the order in which addresses are matched. */
export const pageRoutes = (calendar: Calendar): Route[] => [
  calendarPage(calendar, '/page-of/{id:\\d+}', pageOfId),
  calendarPage(calendar, '/pages/event/{slug}/embed', eventEmbed),
  eventFileRoute(calendar),
  calendarPage(calendar, '/pages/event/{slug}', (context) => recordPage(context, eventPage)),
  unlockRoute(calendar, eventPage),
  ...linkedRoutes(calendar, venuePage),
  ...linkedRoutes(calendar, organizerPage),
  calendarPage(calendar, '/pages/events/embed', embeddedCalendar),
  calendarPage(calendar, '/pages/events/suggest', suggestPage),
  calendarPage(calendar, '/pages/events/suggest', receiveSuggestionForm, 'POST', SUGGESTION_FORM_LIMIT),
  calendarPage(calendar, '/pages/events/suggest/{token}', suggestionPage),
  ...viewPaths.map((path) => calendarPage(calendar, `/pages/events${path}`, (context) => viewPage(context))),
  ...listRoutes(calendar, '/pages/events/day', (context) => viewPage(context)),
  ...listRoutes(calendar, `/pages/events/day/${DAY}`, (context) => viewPage(context)),
  ...newsRoutes(calendar),
  ...['', `/${FEED_FORM}`].map((form) =>
    calendarPage(calendar, `/pages/events/{taxonomy:category|tag}/{path:.+}/feed${form}`, leadToTermFeed),
  ),
  { ...calendarPage(calendar, '/pages/events/sitemap-{page:\\d{1,6}}.xml', eventsSitemap), expensive: true },
  pageRoute(`/pages/${viewScript.path}`, async () => scriptAnswer(viewScript)),
  ...listRoutes(calendar, '/pages/events/list', (context) => viewPage(context)),
  ...listRoutes(calendar, '/pages/events/featured', featuredPage),
  ...listRoutes(calendar, '/pages/events/category/{path:.+}', (context) => termPage(context, categoryTaxonomy)),
  ...listRoutes(calendar, '/pages/events/tag/{path:[^/]+}', (context) => termPage(context, tagTaxonomy)),
];

/** `/events/sitemap-1.xml`: the addresses of published events in every language; core's index names these files. */
const eventsSitemap = async ({ calendar, request, renderContext }: PageContext): Promise<RestResponse> => {
  const page = Number(request.captures.page);
  if (page < 1) throw pageNotFound();
  const source = {
    documents: sharedReads(calendar.documents, request.share),
    collection: events,
    filter: publishedOnly,
  };
  const found = await sitemapRecords<EventState>(source, page);
  const listed = found.filter(({ hidden }) => !hidden);
  const pages = listed.map((event) => ({
    address: addressOf(renderContext.baseUrl, event),
    modified: new Date(`${(event.modifiedUtc ?? event.startUtc).replace(' ', 'T')}Z`),
  }));
  return sitemapAnswer(request, pages);
};

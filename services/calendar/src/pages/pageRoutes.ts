import { type RestResponse, type Route, route } from '@almanac/rest';
import type { Calendar } from '../calendar.ts';
import { categoryTaxonomy } from '../categories/categoryTaxonomy.ts';
import type { RecordFields } from '../records/record.ts';
import { tagTaxonomy } from '../tags/tagCopies.ts';
import { listPage, termPage } from './archivePages.ts';
import { eventEmbed, eventPage } from './eventPage.ts';
import { organizerPage, venuePage } from './linkedPages.ts';
import { monthPage } from './monthPage.ts';
import { type PageContext, pageContext } from './pageContext.ts';
import { pageOfId } from './pageOfId.ts';
import { type PageKind, recordPage, unlockPage } from './recordPage.ts';

/** Bytes of a form: a password. */
const FORM_LIMIT = 16 * 1024;

type Answer = (context: PageContext) => Promise<RestResponse>;

/** Pages are internal addresses: the gateway passes the site's own to them. */
const pageRoute = (calendar: Calendar, path: string, answer: Answer, method: 'GET' | 'POST' = 'GET'): Route =>
  route({
    namespace: 'internal',
    path,
    methods: [method],
    summary: 'A page of the site',
    hidden: true,
    args: {},
    bodyLimit: FORM_LIMIT,
    handle: (request) => answer(pageContext(calendar, request)),
  });

/** A list and the pages after its first. */
const listRoutes = (calendar: Calendar, path: string, answer: Answer): Route[] =>
  [`${path}/page/{page:\\d+}`, path].map((each) => pageRoute(calendar, each, answer));

/** The page of a record; its form takes a password. */
const recordRoutes = <Name extends string, Fields extends RecordFields>(
  calendar: Calendar,
  page: PageKind<Name, Fields>,
): Route[] => {
  const path = `/pages/${page.kind.noun}/{slug}`;
  return [
    pageRoute(calendar, path, (context) => recordPage(context, page)),
    pageRoute(calendar, path, (context) => unlockPage(context, page), 'POST'),
  ];
};

/** The pages after the first of the events of a venue, or an organizer. */
const furtherRoute = <Name extends string, Fields extends RecordFields>(
  calendar: Calendar,
  page: PageKind<Name, Fields>,
): Route =>
  pageRoute(calendar, `/pages/${page.kind.noun}/{slug}/page/{page:\\d+}`, (context) => recordPage(context, page));

/** The pages of the calendar, in the order in which addresses are tried. */
export const pageRoutes = (calendar: Calendar): Route[] => [
  pageRoute(calendar, '/page-of/{id:\\d+}', pageOfId),
  pageRoute(calendar, '/pages/event/{slug}/embed', eventEmbed),
  ...recordRoutes(calendar, eventPage),
  ...recordRoutes(calendar, venuePage),
  furtherRoute(calendar, venuePage),
  ...recordRoutes(calendar, organizerPage),
  furtherRoute(calendar, organizerPage),
  pageRoute(calendar, '/pages/events', monthPage),
  pageRoute(calendar, '/pages/events/month/{month:\\d{4}-\\d{2}}', monthPage),
  ...listRoutes(calendar, '/pages/events/list', (context) => listPage(context, { segment: 'list', heading: 'Events' })),
  ...listRoutes(calendar, '/pages/events/featured', (context) =>
    listPage(context, { segment: 'featured', heading: 'Featured events', featured: true }),
  ),
  ...listRoutes(calendar, '/pages/events/category/{path:.+}', (context) => termPage(context, categoryTaxonomy)),
  ...listRoutes(calendar, '/pages/events/tag/{path:[^/]+}', (context) => termPage(context, tagTaxonomy)),
];

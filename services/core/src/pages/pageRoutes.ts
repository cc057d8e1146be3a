import { type RestResponse, type Route, route } from '@almanac/rest';
import type { Core } from '../core.ts';
import { categories, tags } from '../terms/term.ts';
import { authorPage } from './authorPage.ts';
import { embedPage } from './embeddedPost.ts';
import { homePage } from './homePage.ts';
import { mediumPage, postOrMedium } from './mediumPage.ts';
import { type PageContext, pageContext } from './pageContext.ts';
import { pageOfId } from './pageOfId.ts';
import { openPost } from './postPage.ts';
import { termPage } from './termPage.ts';

/** Bytes of a form: a password. */
const FORM_LIMIT = 16 * 1024;

/** Pages are internal addresses: the gateway passes the site's own to them. */
const pageRoute = (
  core: Core,
  path: string,
  answer: (context: PageContext) => Promise<RestResponse>,
  method: 'GET' | 'POST' = 'GET',
): Route =>
  route({
    namespace: 'internal',
    path,
    methods: [method],
    summary: 'A page of the site',
    hidden: true,
    args: {},
    bodyLimit: FORM_LIMIT,
    handle: (request) => answer(pageContext(core, request)),
  });

/** An archive and the pages after its first. */
const archiveRoutes = (core: Core, path: string, answer: (context: PageContext) => Promise<RestResponse>): Route[] =>
  [`${path}/page/{page:\\d+}`, path].map((each) => pageRoute(core, each, answer));

/** The pages of posts, in the order in which addresses are tried. */
export const pageRoutes = (core: Core): Route[] => [
  pageRoute(core, '/page-of/{id:\\d+}', pageOfId),
  ...archiveRoutes(core, '/pages', homePage),
  ...archiveRoutes(core, '/pages/category/{path:.+}', (context) => termPage(context, categories)),
  ...archiveRoutes(core, '/pages/tag/{path:[^/]+}', (context) => termPage(context, tags)),
  ...archiveRoutes(core, '/pages/author/{slug}', authorPage),
  pageRoute(core, '/pages/{slug}/embed', embedPage),
  pageRoute(core, '/pages/{post}/{slug}', mediumPage),
  pageRoute(core, '/pages/{slug}', postOrMedium),
  pageRoute(core, '/pages/{slug}', openPost, 'POST'),
];

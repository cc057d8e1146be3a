import { archiveAnswer, archivePaths, FAVICON, faviconAnswer, pageRoute, scriptAnswer } from '@almanac/pages';
import { popupScript, withPopups } from '@almanac/pages/popups';
import type { RestResponse, Route } from '@almanac/rest';
import type { Core } from '../core.ts';
import { type PageContext, pageContext } from '../pageContext.ts';
import { categories, tags } from '../terms/term.ts';
import { authorPage } from './authorPage.ts';
import { homePage } from './homePage.ts';
import { embeddedMediumPage, mediumPage } from './mediumPage.ts';
import { pageOfId } from './pageOfId.ts';
import { embeddedPostOrMedium, postOrMedium } from './postOrMedium.ts';
import { openPost } from './postPage.ts';
import { searchPage } from './searchPage.ts';
import { postsFeed, postsSitemap, robots, sitemapIndex } from './siteFiles.ts';
import { termPage } from './termPage.ts';

type Answer = (context: PageContext) => Promise<RestResponse>;

/** The pages of posts, in the order in which addresses are tried. */
export const pageRoutes = (core: Core): Route[] => {
  const page = (path: string, answer: Answer, method?: 'POST'): Route =>
    pageRoute(
      path,
      async (request) => {
        const context = pageContext(core, request);
        return answer({ ...context, renderContext: await withPopups(context.renderContext, request, core) });
      },
      method,
    );
  const archive = (path: string, answer: Answer): Route[] =>
    archivePaths(path).map((each) => page(each, archiveAnswer(answer)));
  return [
    page('/page-of/{id:\\d+}', pageOfId),
    ...archive('/pages', homePage),
    ...archive('/pages/category/{path:.+}', (context) => termPage(context, categories)),
    ...archive('/pages/tag/{path:[^/]+}', (context) => termPage(context, tags)),
    ...archive('/pages/author/{slug}', authorPage),
    ...archive('/pages/search', searchPage),
    page('/pages/robots.txt', robots),
    page('/pages/sitemap.xml', sitemapIndex),
    page('/pages/sitemap-posts-{page:\\d{1,6}}.xml', postsSitemap),
    page('/pages/feed.xml', postsFeed),
    page(`/pages/${FAVICON}`, async ({ request, renderContext }) => faviconAnswer(request, renderContext.site)),
    pageRoute(`/pages/${popupScript.path}`, async () => scriptAnswer(popupScript)),
    page('/pages/{slug}/embed', embeddedPostOrMedium),
    page('/pages/{post}/{slug}/embed', embeddedMediumPage),
    page('/pages/{post}/{slug}', mediumPage),
    page('/pages/{slug}', postOrMedium),
    page('/pages/{slug}', openPost, 'POST'),
  ];
};

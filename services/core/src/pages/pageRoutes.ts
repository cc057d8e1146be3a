import { mayRead } from '@almanac/identity';
import {
  archiveAnswer,
  archivePaths,
  FAVICON,
  faviconAnswer,
  pageNotFound,
  pageRoute,
  redirectTo,
  scriptAnswer,
  withoutId,
} from '@almanac/pages';
import { popupScript, withPopups } from '@almanac/pages/popups';
import type { RestResponse, Route } from '@almanac/rest';
import type { Core } from '../core.ts';
import { type PageContext, pageContext } from '../pageContext.ts';
import { guarded } from '../posts/postAccess.ts';
import { postById } from '../posts/readModels/postList.ts';
import { categories, tags } from '../terms/term.ts';
import { authorPage } from './authorPage.ts';
import { embeddedPost } from './embeddedPost.ts';
import { homePage } from './homePage.ts';
import { embeddedMediumPage, mediumOfId, mediumPage } from './mediumPage.ts';
import { findNamedPost } from './namedPost.ts';
import { openPost, postPage, privatePage } from './postPage.ts';
import { previewedPost } from './previewedPost.ts';
import { searchPage } from './searchPage.ts';
import { postsFeed, postsSitemap, robots, sitemapIndex } from './siteFiles.ts';
import { termPage } from './termPage.ts';

type Answer = (context: PageContext) => Promise<RestResponse>;

/** Routes of the pages of posts, in the order in which addresses are matched. */
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
    { ...page('/pages/sitemap-posts-{page:\\d{1,6}}.xml', postsSitemap), expensive: true },
    { ...page('/pages/feed.xml', postsFeed), expensive: true },
    page(`/pages/${FAVICON}`, async ({ request, renderContext }) => faviconAnswer(request, renderContext.site)),
    pageRoute(`/pages/${popupScript.path}`, async () => scriptAnswer(popupScript)),
    page('/pages/{slug}/embed', embeddedPostOrMedium),
    page('/pages/{post}/{slug}/embed', embeddedMediumPage),
    page('/pages/{post}/{slug}', mediumPage),
    page('/pages/{slug}', postOrMedium),
    page('/pages/{slug}', openPost, 'POST'),
  ];
};

/**
 * Handles `/?p=ID`: redirects to the page of the post or file. A record without a page is rendered here for callers who
 * may read it.
 * @throws DomainError 404
 */
const pageOfId = async (context: PageContext): Promise<RestResponse> => {
  const { core, request, renderContext } = context;
  const post = await postById(core.documents, Number(request.captures.id));
  if (post === undefined) return mediumOfId(context);
  if (post.status === 'trash') throw pageNotFound();
  if (!mayRead(request.principal, 'post', guarded(post))) throw pageNotFound();
  if (post.path !== null) return redirectTo(`${renderContext.baseUrl}${post.path}${withoutId(request.query)}`);
  return privatePage(context, (await previewedPost(context, post)) ?? post);
};

/** Returns the page at `/{slug}/`: that of a post or of a file, which never have the same slug. */
const postOrMedium = async (context: PageContext): Promise<RestResponse> => {
  const post = await findNamedPost(context);
  return post === undefined ? mediumPage(context) : postPage(context, post);
};

/** Returns the embedded form at `/{slug}/embed/`. */
const embeddedPostOrMedium = async (context: PageContext): Promise<RestResponse> => {
  const post = await findNamedPost(context);
  return post === undefined ? embeddedMediumPage(context) : embeddedPost(context, post);
};

import { permalinkOf } from '@almanac/contracts';
import {
  archiveAnswer,
  archivePaths,
  FAVICON,
  FEED_FORM,
  faviconAnswer,
  feedFormats,
  NOT_STORED,
  pageNotFound,
  pageRoute,
  redirectTo,
  scriptAnswer,
  withoutId,
} from '@almanac/pages';
import { popupScript, withPopups } from '@almanac/pages/popups';
import type { RestRequest, RestResponse, Route } from '@almanac/rest';
import type { Core } from '../core.ts';
import { type PageContext, pageContext } from '../pageContext.ts';
import { mayReadPost } from '../posts/postAccess.ts';
import { postById } from '../posts/readModels/postList.ts';
import { categories, tags } from '../terms/term.ts';
import { authorPage } from './authorPage.ts';
import { commentsFeed, postCommentsFeed } from './commentsFeed.ts';
import { embeddedPost } from './embeddedPost.ts';
import { homePage } from './homePage.ts';
import { embeddedMediumPage, findNamedMedium, mediumOfId, mediumPage } from './mediumPage.ts';
import { monthPage } from './monthPage.ts';
import { findFormerPost, findNamedPost } from './namedPost.ts';
import { authorFeed, leadToFeed, postsFeed, searchFeed, termFeed } from './postFeeds.ts';
import { postPage, privatePage, receiveForm } from './postPage.ts';
import { previewedPost } from './previewedPost.ts';
import { searchPage } from './searchPage.ts';
import { postsSitemap, robots, sitemapIndex } from './siteFiles.ts';
import { termPage } from './termPage.ts';

/** The segments above a slug: of a permalink, pages above a page, or the slug of the post that a file belongs to. */
const ABOVE = '{above:[^/]+(?:/[^/]+)*}';

/** Maximum size in bytes of a form with a comment: each byte of its text may take three. */
const COMMENT_FORM_LIMIT = 256 * 1024;

type Answer = (context: PageContext) => Promise<RestResponse>;

/** Routes of the pages of posts, in the order in which addresses are matched. */
export const pageRoutes = (core: Core): Route[] => {
  const answered = (answer: Answer) => async (request: RestRequest<unknown>) => {
    const context = pageContext(core, request);
    return answer({ ...context, renderContext: await withPopups(context.renderContext, request, core) });
  };
  const page = (path: string, answer: Answer): Route => pageRoute(path, answered(answer));
  const form = (path: string): Route => pageRoute(path, answered(receiveForm), 'POST', COMMENT_FORM_LIMIT);
  const archive = (path: string, answer: Answer): Route[] =>
    archivePaths(path).map((each) => page(each, archiveAnswer(answer)));
  const feedOf = (path: string, answer: Answer): Route => ({ ...page(path, answer), expensive: true });
  const feeds = (path: string, answer: Answer): Route[] => [
    feedOf(path, answer),
    feedOf(`${path}/${FEED_FORM}`, answer),
  ];
  return [
    page('/page-of/{id:\\d+}', pageOfId),
    ...archive('/pages', homeOrFeed),
    ...feeds('/pages/category/{path:.+}/feed', (context) => termFeed(context, categories)),
    ...feeds('/pages/tag/{path:[^/]+}/feed', (context) => termFeed(context, tags)),
    ...feeds('/pages/author/{slug}/feed', authorFeed),
    ...feeds('/pages/comments/feed', commentsFeed),
    ...feeds('/pages/search/{words:[^/]+}/feed', searchFeed),
    page('/pages/feed/{form:rss2?}', async (context) => leadToFeed('rss', context)),
    ...feeds('/pages/feed', postsFeed('feed/')),
    feedOf('/pages/feed.xml', postsFeed('feed.xml')),
    ...archive('/pages/category/{path:.+}', (context) => termPage(context, categories)),
    ...archive('/pages/tag/{path:[^/]+}', (context) => termPage(context, tags)),
    ...archive('/pages/author/{slug}', authorPage),
    ...archive('/pages/search', searchPage),
    ...archive('/pages/{above:\\d{4}}/{slug:0[1-9]|1[0-2]}', postOrMonth),
    page('/pages/robots.txt', robots),
    page('/pages/sitemap.xml', sitemapIndex),
    { ...page('/pages/sitemap-posts-{page:\\d{1,6}}.xml', postsSitemap), expensive: true },
    page(`/pages/${FAVICON}`, async ({ request, renderContext }) => faviconAnswer(request, renderContext.site)),
    pageRoute(`/pages/${popupScript.path}`, async () => scriptAnswer(popupScript)),
    ...feeds('/pages/{slug}/feed', postCommentsFeed),
    ...feeds(`/pages/${ABOVE}/{slug}/feed`, postCommentsFeed),
    page('/pages/{slug}/embed', embeddedPostOrMedium),
    page(`/pages/${ABOVE}/{slug}/embed`, embeddedPostOrMedium),
    page('/pages/{slug}', postOrMedium),
    form('/pages/{slug}'),
    page(`/pages/${ABOVE}/{slug}`, postOrMedium),
    form(`/pages/${ABOVE}/{slug}`),
  ];
};

/** Returns the home page; `/?feed=rss2` leads to the feed. */
const homeOrFeed = async (context: PageContext): Promise<RestResponse> => {
  const format = feedFormats.get(new URLSearchParams(context.request.query).get('feed') ?? '');
  return format === undefined ? homePage(context) : leadToFeed(format, context);
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
  if (!mayReadPost(request.principal, post)) throw pageNotFound();
  const path = permalinkOf(post, renderContext.site);
  if (path !== null) return redirectTo(`${renderContext.baseUrl}${path}${withoutId(request.query)}`, 301, NOT_STORED);
  return privatePage(context, (await previewedPost(context, post)) ?? post);
};

/**
 * Returns the page at an address: that of a post, a page or a file. A file below a post gives way to a page. An address
 * that a post or page had before redirects.
 * @throws DomainError 404
 */
const postOrMedium = async (context: PageContext): Promise<RestResponse> => {
  const post = await findNamedPost(context);
  if (post !== undefined) return postPage(context, post);
  const medium = await findNamedMedium(context);
  if (medium !== undefined) return mediumPage(context, medium);
  const former = await findFormerPost(context);
  if (former === undefined) throw pageNotFound();
  return postPage(context, former);
};

/** Returns the page at `/{year}/{month}/`: of a page that has the address, or of the posts of the month. */
const postOrMonth = async (context: PageContext): Promise<RestResponse> => {
  const post = context.request.captures.page === undefined ? await findNamedPost(context) : undefined;
  return post === undefined ? monthPage(context) : postPage(context, post);
};

/** Returns the embedded form at `/{slug}/embed/`. */
const embeddedPostOrMedium = async (context: PageContext): Promise<RestResponse> => {
  const post = await findNamedPost(context);
  return post === undefined ? embeddedMediumPage(context) : embeddedPost(context, post);
};

import { inListsOf } from '@almanac/content-model';
import { languageRecord } from '@almanac/i18n';
import {
  type FeedItem,
  homeAddress,
  pageNotFound,
  plain,
  type RenderContext,
  rssAnswer,
  SITEMAP_PAGE,
  sitemapAnswer,
  sitemapIndexAnswer,
  sitemapRecords,
  summary,
} from '@almanac/pages';
import { type RestResponse, sharedReads, viewsOf } from '@almanac/rest';
import type { Core } from '../core.ts';
import { eventCopies } from '../integration/eventCopies.ts';
import type { PageContext } from '../pageContext.ts';
import { listedPosts, type Post, posts } from '../posts/post.ts';
import { imagesOfExcerpts, openExcerptOf } from './postCards.ts';
import { pageTitle } from './postTitle.ts';

const published = { field: 'status', equals: 'publish' } as const;

const instant = (utc: string | null | undefined): Date =>
  new Date(`${(utc ?? '1970-01-01 00:00:00').replace(' ', 'T')}Z`);

/** `/robots.txt`: excludes only the administration, and searches, which lead to the same pages. */
export const robots = async ({ renderContext }: PageContext): Promise<RestResponse> => ({
  body: `User-agent: *
Disallow: /admin/
Disallow: /*?search=
Disallow: /*/search/
Disallow: /search/

Sitemap: ${renderContext.baseUrl}/sitemap.xml
`,
  contentType: 'text/plain; charset=UTF-8',
  headers: { 'Cache-Control': 'public, max-age=3600' },
});

const files = (name: string, count: number): string[] =>
  Array.from({ length: Math.ceil(count / SITEMAP_PAGE) }, (_, index) => `${name}-${index + 1}.xml`);

/** `/sitemap.xml`: lists the sitemaps of posts, and those of events, which the calendar serves. */
export const sitemapIndex = async ({ core, request, renderContext }: PageContext): Promise<RestResponse> => {
  const [postCount, eventCount] = await Promise.all([
    core.documents.count(posts, published),
    core.documents.count(eventCopies, published),
  ]);
  const all = [...files('sitemap-posts', postCount), ...files('events/sitemap', eventCount)];
  const addresses = all.map((file) => `${renderContext.baseUrl}/${file}`);
  return sitemapIndexAnswer(request, addresses);
};

/** `/sitemap-posts-1.xml`: lists the addresses of published posts in every language. */
export const postsSitemap = async ({ core, request, renderContext }: PageContext): Promise<RestResponse> => {
  const page = Number(request.captures.page);
  if (page < 1) throw pageNotFound();
  const source = { documents: sharedReads(core.documents, request.share), collection: posts, filter: published };
  const found = await sitemapRecords<Post>(source, page);
  const pages = found.flatMap(({ path, modifiedUtc }) =>
    path === null ? [] : [{ address: `${renderContext.baseUrl}${path}`, modified: instant(modifiedUtc) }],
  );
  return sitemapAnswer(request, pages);
};

/** Number of posts in the feed. */
const MAX_FEED_ITEMS = 20;

const feedItems = async (core: Core, renderContext: RenderContext): Promise<FeedItem[]> => {
  const { language, baseUrl } = renderContext;
  const found = await core.documents.find<Post>(posts, {
    filter: { all: [inListsOf(listedPosts, language, core.languages), published] },
    order: [{ field: 'date', direction: 'desc' }],
    limit: MAX_FEED_ITEMS,
  });
  const images = await imagesOfExcerpts(core, found, renderContext);
  return viewsOf(found, async (post) => ({
    title: plain(pageTitle(post, renderContext).text),
    page: `${baseUrl}${post.path}`,
    id: `post-${post.id}@${new URL(baseUrl).hostname}`,
    published: instant(post.dateUtc),
    summary: summary(await openExcerptOf(post, images), 500),
  }));
};

/** `/feed.xml`: the newest posts as RSS. */
export const postsFeed = async ({ core, request, renderContext }: PageContext): Promise<RestResponse> => {
  const { site, language, baseUrl } = renderContext;
  const items = await request.share('items', () => feedItems(core, renderContext));
  const page = homeAddress(renderContext, language);
  const own = language === site.default_language ? '' : `/${language}`;
  const channel = { title: site.name, description: site.description, page, address: `${baseUrl}${own}/feed.xml` };
  return rssAnswer(request, { ...channel, language: languageRecord(language).tag }, items);
};

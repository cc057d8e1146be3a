import { permalinkOf } from '@almanac/contracts';
import { pageNotFound, SITEMAP_PAGE, sitemapAnswer, sitemapIndexAnswer, sitemapRecords } from '@almanac/pages';
import { type RestResponse, sharedReads } from '@almanac/rest';
import { eventCopies } from '../integration/eventCopies.ts';
import type { PageContext } from '../pageContext.ts';
import { type Post, posts } from '../posts/post.ts';

const published = { field: 'status', equals: 'publish' } as const;

/** Returns the instant of a date in UTC. */
export const instant = (utc: string | null | undefined): Date =>
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
  const pages = found.flatMap((post) => {
    const path = permalinkOf(post, renderContext.site);
    return path === null ? [] : [{ address: `${renderContext.baseUrl}${path}`, modified: instant(post.modifiedUtc) }];
  });
  return sitemapAnswer(request, pages);
};

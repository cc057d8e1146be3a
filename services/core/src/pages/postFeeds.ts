import { inListsOf } from '@almanac/content-model';
import { permalinkOf } from '@almanac/contracts';
import type { Filter } from '@almanac/documents';
import { languageRecord } from '@almanac/i18n';
import {
  type Channel,
  type FeedFormat,
  type FeedItem,
  feedAddress,
  feedAnswers,
  feedFormats,
  homeAddress,
  pageAddress,
  plain,
  redirectTo,
  summary,
} from '@almanac/pages';
import { type RestResponse, viewsOf } from '@almanac/rest';
import type { PageContext } from '../pageContext.ts';
import { listedPosts, ofType, type Post, posts } from '../posts/post.ts';
import { searchFilter } from '../posts/readModels/searchFilter.ts';
import type { Taxonomy } from '../terms/term.ts';
import { namedAuthor } from './authorPage.ts';
import { imagesOfExcerpts, openExcerptOf } from './postCards.ts';
import { pageTitle } from './postTitle.ts';
import { MAX_SEARCH_LENGTH, searchOf } from './searchPage.ts';
import { instant } from './siteFiles.ts';
import { findTermOf, postsOfTerm } from './termPage.ts';

/** Maximum number of posts, or of comments, in a feed. */
export const MAX_FEED_ITEMS = 20;

const feedItems = async ({ core, renderContext }: PageContext, filter: Filter): Promise<FeedItem[]> => {
  const { language, baseUrl, site } = renderContext;
  const found = await core.documents.find<Post>(posts, {
    filter: {
      all: [
        ofType('post'),
        inListsOf(listedPosts, language, core.languages),
        { field: 'status', equals: 'publish' },
        filter,
      ],
    },
    order: [{ field: 'date', direction: 'desc' }],
    limit: MAX_FEED_ITEMS,
  });
  const images = await imagesOfExcerpts(core, found, renderContext);
  return viewsOf(found, async (post) => ({
    title: plain(pageTitle(post, renderContext).text),
    page: `${baseUrl}${permalinkOf(post, site)}`,
    id: `post-${post.id}@${new URL(baseUrl).hostname}`,
    published: instant(post.dateUtc),
    summary: summary(await openExcerptOf(post, images), 500),
  }));
};

/** Everything that stands in lists. */
const ALL: Filter = { all: [] };

/** Page and address of a feed; by default it has the title and the description of the site. */
type OwnChannel = Pick<Channel, 'page' | 'address'> & Partial<Channel>;

/** Answers with a feed in the requested format. @param own with the address of the feed as RSS */
export const answerFeed = (
  { request, renderContext }: PageContext,
  own: OwnChannel,
  items: readonly FeedItem[],
): RestResponse => {
  const format = feedFormats.get(request.captures.form ?? 'rss') ?? 'rss';
  const channel: Channel = {
    title: renderContext.site.name,
    description: renderContext.site.description,
    language: languageRecord(renderContext.language).tag,
    ...own,
    address: feedAddress(own.address, format),
  };
  return feedAnswers[format](request, channel, items);
};

/** Renders a feed of posts; requests at the same time share its items. */
const feed = async (context: PageContext, channel: OwnChannel, filter: Filter): Promise<RestResponse> => {
  const items = await context.request.share(JSON.stringify(filter), () => feedItems(context, filter));
  return answerFeed(context, channel, items);
};

/** `/feed.xml` and `/feed/`: the newest posts as RSS. */
export const postsFeed =
  (file: 'feed.xml' | 'feed/') =>
  (context: PageContext): Promise<RestResponse> => {
    const { renderContext } = context;
    const page = homeAddress(renderContext, renderContext.language);
    return feed(context, { page, address: `${pageAddress(renderContext)}${file}` }, ALL);
  };

/** Redirects an address of the feed of posts by another name: `/feed/rss2/` and `/?feed=rss2` to `/feed/`. */
export const leadToFeed = (format: FeedFormat, { renderContext }: PageContext): RestResponse =>
  redirectTo(feedAddress(pageAddress(renderContext, 'feed'), format), 301);

/** `/category/{path}/feed/` and `/tag/{slug}/feed/`: the newest posts with a term; empty for an unknown term. */
export const termFeed = async (context: PageContext, taxonomy: Taxonomy): Promise<RestResponse> => {
  const { request, renderContext } = context;
  const page = pageAddress(
    renderContext,
    taxonomy.segment,
    ...(request.captures.path ?? '').split('/').filter(Boolean),
  );
  const term = await findTermOf(context, taxonomy);
  const title = `${plain(term?.name ?? '')} – ${renderContext.site.name}`;
  const filter: Filter = term === undefined ? { any: [] } : await postsOfTerm(context, taxonomy, term);
  return feed(context, { ...(term && { title }), page, address: `${page}feed/` }, filter);
};

/** `/author/{slug}/feed/`: the newest posts of an author. @throws DomainError 404 */
export const authorFeed = async (context: PageContext): Promise<RestResponse> => {
  const { renderContext } = context;
  const user = await namedAuthor(context);
  const page = pageAddress(renderContext, 'author', user.slug);
  const title = `${plain(user.name)} – ${renderContext.site.name}`;
  return feed(context, { title, page, address: `${page}feed/` }, { field: 'author', equals: user.id });
};

/** `/search/{words}/feed/`: the newest posts that contain the words. */
export const searchFeed = async (context: PageContext): Promise<RestResponse> => {
  const { request, renderContext } = context;
  const words = (request.captures.words ?? '').slice(0, MAX_SEARCH_LENGTH).toWellFormed();
  const search = searchOf(words, request.principal);
  const channel = {
    title: `${renderContext.text('Search: {words}', { words })} – ${renderContext.site.name}`,
    page: `${pageAddress(renderContext, 'search')}?${new URLSearchParams({ s: words })}`,
    address: pageAddress(renderContext, 'search', words, 'feed'),
  };
  return feed(context, channel, search === undefined ? { any: [] } : searchFilter(search));
};

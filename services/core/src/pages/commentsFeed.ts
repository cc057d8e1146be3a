import { permalinkOf } from '@almanac/contracts';
import type { Filter } from '@almanac/documents';
import { type FeedItem, homeAddress, pageAddress, pageNotFound, plain, redirectTo, summary } from '@almanac/pages';
import { type RestResponse, viewsOf } from '@almanac/rest';
import { displayContent } from '@almanac/text';
import { writerOf } from '../comments/commentView.ts';
import { newestOnPosts } from '../comments/readModels/commentList.ts';
import type { PageContext } from '../pageContext.ts';
import { type Post, posts } from '../posts/post.ts';
import { askedAddress } from './askedAddress.ts';
import { namedPost } from './namedPost.ts';
import { answerFeed, MAX_FEED_ITEMS } from './postFeeds.ts';
import { pageTitle } from './postTitle.ts';
import { instant } from './siteFiles.ts';

/** Returns the newest approved comments on public posts and pages in the language of the address, or on one of them. */
const feedItems = async (
  { core, request, renderContext }: PageContext,
  only?: Pick<Post, 'id'>,
): Promise<FeedItem[]> => {
  const { baseUrl, language, site, text } = renderContext;
  const open: Filter = {
    all: [
      { field: 'language', equals: language },
      { field: 'status', equals: 'publish' },
      { field: 'password', equals: '' },
      ...(only === undefined ? [] : [{ field: 'id', equals: only.id } satisfies Filter]),
    ],
  };
  const found = await newestOnPosts(core.documents, open, MAX_FEED_ITEMS);
  const commented = await core.documents.getMany<Post>(posts, [...new Set(found.map(({ post }) => post))]);
  const postOf = new Map(commented.map((post) => [post.id, post]));
  return viewsOf(found, async (comment) => {
    const post = postOf.get(comment.post);
    const title = post === undefined ? '' : plain(pageTitle(post, renderContext).text);
    await displayContent.prepare(comment.content);
    return {
      title: text('Comment on {title} by {name}', {
        title,
        name: plain((await writerOf(core, request, comment)).name),
      }),
      page: `${baseUrl}${(post && permalinkOf(post, site)) ?? `/?p=${comment.post}`}#comment-${comment.id}`,
      id: `comment-${comment.id}@${new URL(baseUrl).hostname}`,
      published: instant(comment.dateUtc),
      summary: summary(displayContent(comment.content), 500),
    };
  });
};

/** `/comments/feed/`: the newest comments that everyone may read (docs/interface/pages.md §1). */
export const commentsFeed = async (context: PageContext): Promise<RestResponse> => {
  const { request, renderContext } = context;
  const page = homeAddress(renderContext, renderContext.language);
  const title = renderContext.text('Comments – {site}', { site: renderContext.site.name });
  const channel = { title, page, address: pageAddress(renderContext, 'comments', 'feed') };
  return answerFeed(context, channel, await request.share('comments', () => feedItems(context)));
};

/** `/{slug}/feed/`: the newest comments on a public post or page. @throws DomainError 404 */
export const postCommentsFeed = async (context: PageContext): Promise<RestResponse> => {
  const { request, renderContext } = context;
  const post = await namedPost(context);
  const path = permalinkOf(post, renderContext.site);
  if (path === null || post.status !== 'publish' || post.password !== '') throw pageNotFound();
  const page = `${renderContext.baseUrl}${path}`;
  const address = `${page}feed/`;
  if (askedAddress(context) !== page.toLowerCase()) return redirectTo(address, 301);
  const title = renderContext.text('Comments on {title}', { title: plain(pageTitle(post, renderContext).text) });
  return answerFeed(
    context,
    { title, page, address },
    await request.share(`comments-of-${post.id}`, () => feedItems(context, post)),
  );
};

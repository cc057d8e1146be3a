import { i18nMembers } from '@almanac/content-model';
import { permalinkOf } from '@almanac/contracts';
import {
  embedLinks,
  html,
  isOpened,
  NOT_STORED,
  openingCookie,
  type Page,
  pageAnswer,
  pageNotFound,
  passwordForm,
  recordLink,
  redirectTo,
  summary,
  type Versions,
  versionsAt,
} from '@almanac/pages';
import type { RestResponse } from '@almanac/rest';
import type { PageContext } from '../pageContext.ts';
import { type Post, posts } from '../posts/post.ts';
import { mayEditPost } from '../posts/postAccess.ts';
import { variants } from '../posts/postVariant.ts';
import { askedAddress } from './askedAddress.ts';
import { type RefusedComment, sentComment } from './commentForm.ts';
import { embeddedPost } from './embeddedPost.ts';
import { featuredImage } from './featuredFigure.ts';
import { namedPost } from './namedPost.ts';
import { postArticle } from './postArticle.ts';
import { openExcerptOf } from './postCards.ts';
import { commentParts, writeSentComment } from './postComments.ts';
import { pageTitle } from './postTitle.ts';
import { previewedPost } from './previewedPost.ts';

const addressOf = ({ renderContext }: PageContext, post: Post): string =>
  `${renderContext.baseUrl}${permalinkOf(post, renderContext.site) ?? `/?p=${post.id}`}`;

/** Returns the addresses of a post's page in all languages in which it is public, and in its own. */
const postVersions = async ({ core, renderContext }: PageContext, post: Post): Promise<Versions> => {
  const i18n = await i18nMembers(core.documents, 'post', [post], false);
  const versions = await core.documents.getMany<Post>(posts, Object.values(i18n(post).translations));
  return versionsAt(renderContext, versions, (version) => permalinkOf(version, renderContext.site));
};

/** Returns the parts common to all pages about one post. */
const framed = async (context: PageContext, post: Post): Promise<Omit<Page, 'main'>> => {
  const { request, renderContext } = context;
  const address = addressOf(context, post);
  return {
    title: pageTitle(post, renderContext),
    canonical: address,
    versions: post.path === null ? {} : await postVersions(context, post),
    links: [
      ...(post.status === 'publish' ? embedLinks(address, renderContext) : []),
      recordLink(renderContext, `/core/v2/${variants[post.type].base}/${post.id}`),
    ],
    section: 'home',
    editedAt: mayEditPost(request.principal, post) && `content/${variants[post.type].base}/${post.id}`,
  };
};

/** Returns the page of an unpublished post for a caller who may see it; caches never store it. */
export const privatePage = async (context: PageContext, post: Post): Promise<RestResponse> => {
  const page = { ...(await framed(context, post)), main: await postArticle(context, post), indexed: false };
  return pageAnswer(context.request, context.renderContext, page, { isPrivate: true });
};

/** Returns the page of an opened post with its comments; `refused` is a form to show again. */
const openedPage = async (context: PageContext, post: Post, refused?: RefusedComment): Promise<RestResponse> => {
  const { request, renderContext } = context;
  const isPublic = post.password === '' && post.status === 'publish';
  const {
    html: comments,
    links,
    ...about
  } = await commentParts(context, post, {
    address: addressOf(context, post),
    refused,
  });
  const frame = await framed(context, post);
  const page = {
    ...frame,
    links: [...(frame.links ?? []), ...(links ?? [])],
    main: html`${await postArticle(context, post)}${comments && html`\n${comments}`}`,
    ...about,
    ...(isPublic ? await shared(context, post) : { indexed: false }),
  };
  return pageAnswer(request, renderContext, page, {
    isPrivate: !isPublic,
    ...(refused !== undefined && { status: refused.status }),
  });
};

/** Returns the parts of a public page that search engines and shared links show. */
const shared = async (
  context: PageContext,
  post: Post,
): Promise<Pick<Page, 'description' | 'isArticle' | 'image'>> => ({
  description: summary(await openExcerptOf(post, () => undefined)),
  isArticle: true,
  image: await featuredImage(context, post),
});

const lockedPage = async (context: PageContext, post: Post, refused: boolean): Promise<RestResponse> => {
  const { request, renderContext } = context;
  const main = html`<h1>${pageTitle(post, renderContext)}</h1>
${passwordForm(addressOf(context, post), renderContext, refused)}`;
  return pageAnswer(
    request,
    renderContext,
    { ...(await framed(context, post)), main, indexed: false },
    {
      isPrivate: true,
      status: refused ? 403 : 200,
    },
  );
};

/** Returns the page of a post at its address (docs/interface/core-posts.md §2). */
export const postPage = async (context: PageContext, post: Post): Promise<RestResponse> => {
  const { core, request, renderContext } = context;
  const preview = await previewedPost(context, post);
  if (preview !== undefined) return privatePage(context, preview);
  if (post.language !== renderContext.language) return leadOn(context, post);
  const address = addressOf(context, post);
  if (askedAddress(context) !== address.toLowerCase()) {
    return redirectTo(withQuery(address, request.query), 301, post.status === 'publish' ? {} : NOT_STORED);
  }
  if (request.params.embed === 'true') return embeddedPost(context, post);
  if (!isOpened(post, request, core)) return lockedPage(context, post, false);
  return openedPage(context, post);
};

const withQuery = (address: string, query: string): string => (query === '' ? address : `${address}?${query}`);

/** Redirects to the page in the language of the address, if it exists, otherwise to the existing page. */
const leadOn = async (context: PageContext, post: Post): Promise<RestResponse> => {
  const versions = await postVersions(context, post);
  return redirectTo(versions[context.renderContext.language] ?? addressOf(context, post));
};

/**
 * Answers a form that is sent to a post's page: a comment, or the password, which sets a cookie that keeps the page open.
 */
export const receiveForm = async (context: PageContext): Promise<RestResponse> => {
  const post = await namedPost(context);
  const sent = sentComment(context);
  if (sent === undefined) return openPost(context, post);
  if (!isOpened(post, context.request, context.core)) return lockedPage(context, post, false);
  const answer = await writeSentComment(context, post, { address: addressOf(context, post), sent });
  return 'faults' in answer ? openedPage(context, post, answer) : answer;
};

const openPost = async (context: PageContext, post: Post): Promise<RestResponse> => {
  const { core, request } = context;
  if (post.password === '') throw pageNotFound();
  const address = addressOf(context, post);
  const cookie = openingCookie(post, request.params.password, { address, secret: core.secret });
  return cookie === undefined ? lockedPage(context, post, true) : redirectTo(address, 303, { 'Set-Cookie': cookie });
};

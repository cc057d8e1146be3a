import { DomainError } from '@almanac/i18n';
import { feedLink, type Html, html, type Page, plain, redirectTo } from '@almanac/pages';
import type { RestResponse } from '@almanac/rest';
import { checkCreate, createComment, type WriteRequest } from '../comments/createComment.ts';
import type { PageContext } from '../pageContext.ts';
import type { Post } from '../posts/post.ts';
import { commentForm, faultsOf, type RefusedComment, type SentComment } from './commentForm.ts';
import { commentThread } from './commentThread.ts';
import { pageTitle } from './postTitle.ts';
import { instant } from './siteFiles.ts';

/** The parts of a post's page that its comments add. */
export interface CommentParts extends Pick<Page, 'links' | 'jsonLd' | 'indexed'> {
  readonly html: Html | false;
}

/** True if visitors may comment on a post. */
const takesComments = ({ renderContext: { site } }: PageContext, { status, commentStatus }: Post): boolean =>
  site.visitor_comments && commentStatus === 'open' && status === 'publish';

/** Returns the post in the vocabulary of schema.org, with its comments. */
const structured = (
  { renderContext }: PageContext,
  post: Post,
  {
    address,
    total,
    comment,
  }: { readonly address: string; readonly total: number; readonly comment: readonly object[] },
): object => ({
  '@context': 'https://schema.org',
  '@type': post.type === 'post' ? 'BlogPosting' : 'WebPage',
  '@id': address,
  url: address,
  headline: plain(pageTitle(post, renderContext).text),
  datePublished: instant(post.dateUtc).toISOString(),
  commentCount: total,
  comment,
});

/**
 * Returns the comments on a post, and the form where visitors may comment (docs/interface/core-comments.md §8).
 * @param refused a form to show again
 */
export const commentParts = async (
  context: PageContext,
  post: Post,
  { address, refused }: { readonly address: string; readonly refused?: RefusedComment | undefined },
): Promise<CommentParts> => {
  const { request, renderContext } = context;
  const { text } = renderContext;
  const isOpen = takesComments(context, post);
  const { total, html: list, jsonLd } = await commentThread(context, post, { address, takesComments: isOpen });
  const form = (isOpen || refused !== undefined) && (await commentForm(context, post, { address, refused }));
  const isPublic = post.status === 'publish' && post.password === '';
  if (total === 0 && form === false) return { html: false };
  const isHeld = request.params.sent === 'comment';
  return {
    html: html`<section id="comments" aria-labelledby="comments-title">
<h2 id="comments-title">${total === 0 ? text('Comments') : text('Comments ({count})', { count: total })}</h2>
${isHeld && html`<p class="notice" role="status">${text('Thank you. Your comment appears after an editor has read it.')}</p>\n`}${list}${form}</section>`,
    ...(isPublic && {
      links: [
        feedLink(`${address}feed/`, text('Comments on {title}', { title: plain(pageTitle(post, renderContext).text) })),
      ],
    }),
    ...(isPublic && total > 0 && { jsonLd: structured(context, post, { address, total, comment: jsonLd }) }),
    ...((isHeld || request.params.reply !== undefined) && { indexed: false }),
  };
};

/** Returns a request of the interface for a form. */
const writeRequest = ({ request }: PageContext, post: Post, sent: SentComment): WriteRequest => ({
  ...request,
  args: {
    post: post.id,
    parent: sent.reply,
    content: sent.comment,
    author_name: sent.name,
    author_email: sent.email,
    author_url: sent.website,
    // the cookie has opened the page
    password: post.password,
  },
});

/**
 * Writes the comment of a sent form. Returns a redirect to the page, or the refused form. A form that a program has
 * filled is answered like others, and nothing is stored.
 */
export const writeSentComment = async (
  context: PageContext,
  post: Post,
  { address, sent }: { readonly address: string; readonly sent: SentComment },
): Promise<RestResponse | RefusedComment> => {
  const done = redirectTo(`${address}?sent=comment#comments`, 303);
  if (sent.isAutomatic) return done;
  const faults = faultsOf(sent, context);
  if (faults.size > 0) return { sent, status: 400, faults };
  const request = writeRequest(context, post, sent);
  try {
    await checkCreate(context.core, request);
    await createComment(context.core, request);
  } catch (error) {
    if (!(error instanceof DomainError) || error.status >= 500) throw error;
    const notice = context.renderContext.text(error.message, error.params);
    return { sent, status: error.status, faults: new Map(), notice };
  }
  return done;
};

import { isoLocal } from '@almanac/dates';
import {
  dayText,
  dayTimeSeparator,
  type Html,
  html,
  inline,
  plain,
  steps,
  summary,
  timeText,
  trusted,
  webAddress,
} from '@almanac/pages';
import { viewsOf } from '@almanac/rest';
import { displayContent } from '@almanac/text';
import { avatarUrls } from '../avatars.ts';
import type { Comment } from '../comments/comment.ts';
import { avatarSeed, writerOf } from '../comments/commentView.ts';
import { approvedComments } from '../comments/readModels/commentList.ts';
import type { PageContext } from '../pageContext.ts';
import type { Post } from '../posts/post.ts';
import { instant } from './siteFiles.ts';

/** Comments on a page. */
const PAGE_SIZE = 100;
/** Levels of answers that a page indents; deeper answers follow on the last level. */
const MAX_DEPTH = 5;
const MAX_PAGE = 100_000;
const PICTURE_SIZE = '48';

/** The approved comments on one page of a post. */
export interface CommentThread {
  /** Number of all approved comments. */
  readonly total: number;
  readonly html: Html;
  /** Comments in the vocabulary of schema.org. */
  readonly jsonLd: readonly object[];
}

interface ShownComment {
  readonly comment: Comment;
  /** HTML. */
  readonly name: string;
  /** HTML. */
  readonly content: string;
}

/** Returns the number of the page that the query `comments=2` names. */
const pageOf = ({ request }: PageContext): number => {
  const { comments } = request.params;
  const page = typeof comments === 'string' && /^\d{1,6}$/.test(comments) ? Number(comments) : 1;
  return Math.min(Math.max(page, 1), MAX_PAGE);
};

/** Returns the name of a comment's writer in HTML. */
export const shownName = async ({ core, request, renderContext }: PageContext, comment: Comment): Promise<string> =>
  (await writerOf(core, request, comment)).name || renderContext.text('Anonymous');

const show = (context: PageContext, found: readonly Comment[]): Promise<ShownComment[]> =>
  viewsOf(found, async (comment) => {
    await displayContent.prepare(comment.content);
    return { comment, name: await shownName(context, comment), content: displayContent(comment.content) };
  });

/** Places each comment below the comment that it answers; one whose parent is on another page stands at the top. */
const threaded = (shown: readonly ShownComment[]): ReadonlyMap<number, readonly ShownComment[]> => {
  const places = new Map(shown.map(({ comment }, place) => [comment.id, place]));
  // a parent that follows its answer might make a circle
  return Map.groupBy(shown, ({ comment: { parent } }, place) => ((places.get(parent) ?? place) < place ? parent : 0));
};

const header = ({ comment, name }: ShownComment, { request, renderContext }: PageContext): Html => {
  const { [PICTURE_SIZE]: picture = '' } = avatarUrls(request, { name, seed: avatarSeed(comment, name) });
  const website = webAddress(comment.authorUrl);
  const shownAs = html`<bdi>${inline(name)}</bdi>`;
  const time = `${dayText(comment.date, renderContext)}${dayTimeSeparator(renderContext)}${timeText(comment.date, renderContext)}`;
  return html`<p class="soft"><img src="${picture}" alt="" width="24" height="24" loading="lazy"> ${
    website === undefined ? shownAs : html`<a rel="nofollow ugc" href="${website}">${shownAs}</a>`
  } · <a href="#comment-${comment.id}"><time datetime="${isoLocal(comment.date)}">${time}</time></a></p>`;
};

/** Renders comments and their answers. Below the last level, answers stand beside the answered comment. */
const listOfComments = (
  found: readonly ShownComment[],
  answers: ReadonlyMap<number, readonly ShownComment[]>,
  {
    context,
    address,
    depth,
  }: { readonly context: PageContext; readonly address: string | undefined; readonly depth: number },
): Html => {
  const { text } = context.renderContext;
  const isLast = depth >= MAX_DEPTH;
  const item = (shown: ShownComment): Html => {
    const { id } = shown.comment;
    const below = answers.get(id) ?? [];
    const reply =
      address !== undefined &&
      html`<p><a rel="nofollow" href="${address}?reply=${id}#comment-form" aria-label="${text('Reply to {name}', { name: plain(shown.name) })}">${text('Reply')}</a></p>\n`;
    const list = below.length > 0 && listOfComments(below, answers, { context, address, depth: depth + 1 });
    return html`<li><article id="comment-${id}">
${header(shown, context)}
<div class="content">${trusted(shown.content)}</div>
${reply}</article>
${!isLast && list}</li>
${isLast && below.map(item)}`;
  };
  return html`<ul class="thread">
${found.map(item)}</ul>
`;
};

/**
 * Reads and renders the approved comments on a post, oldest first, 100 on a page.
 * @param address of the post's page; links to answer a comment are shown only if `takesComments`
 */
export const commentThread = async (
  context: PageContext,
  post: Post,
  { address, takesComments }: { readonly address: string; readonly takesComments: boolean },
): Promise<CommentThread> => {
  const page = pageOf(context);
  const window = { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE };
  const { found, total } = await approvedComments(context.core.documents, post.id, window);
  const shown = await show(context, found);
  const answers = threaded(shown);
  const { text } = context.renderContext;
  const toPage = (number: number, label: string) => ({ href: `${address}?comments=${number}#comments`, label });
  const turns = steps(text('Comments'), {
    previous: page > 1 ? toPage(page - 1, text('Earlier comments')) : undefined,
    next: page * PAGE_SIZE < total ? toPage(page + 1, text('Later comments')) : undefined,
  });
  const list = listOfComments(answers.get(0) ?? [], answers, {
    context,
    address: takesComments ? address : undefined,
    depth: 1,
  });
  return {
    total,
    html: html`${shown.length > 0 && list}${turns}`,
    jsonLd: shown.map(({ comment, name, content }) => ({
      '@type': 'Comment',
      url: `${address}#comment-${comment.id}`,
      author: { '@type': 'Person', name: plain(name) },
      dateCreated: instant(comment.dateUtc).toISOString(),
      text: summary(content, 500),
    })),
  };
};

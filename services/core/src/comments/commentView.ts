import { isoLocal } from '@almanac/dates';
import { type Links, linkSet, type RestRequest, selfLink, viewsOf } from '@almanac/rest';
import { displayContent } from '@almanac/text';
import { avatarUrls } from '../avatars.ts';
import type { Core } from '../core.ts';
import type { Account } from '../ports.ts';
import { type Post, posts } from '../posts/post.ts';
import { linkPath } from '../posts/postPath.ts';
import { variants } from '../posts/postVariant.ts';
import type { Context } from '../requestArgs.ts';
import { wantsLinks } from '../wantsLinks.ts';
import { type Comment, comments } from './comment.ts';
import { answeredAmong } from './readModels/commentList.ts';
import { detailsOf } from './writerDetails.ts';

export interface CommentPresentation {
  readonly core: Core;
  readonly request: RestRequest<unknown>;
  readonly context: Context;
  /** False for a comment shown after its deletion. */
  readonly links?: boolean;
}

/** Data of several comments, read in one query each. */
interface Surroundings {
  readonly postOf: ReadonlyMap<number, Post>;
  readonly parents: ReadonlySet<number>;
  readonly answered: ReadonlySet<number>;
}

/** Renders comments in their order, as in answers (docs/interface/core-comments.md §2). */
export const renderComments = async (
  presentation: CommentPresentation,
  found: readonly Comment[],
): Promise<object[]> => {
  const { documents } = presentation.core;
  const linked = presentation.links !== false && wantsLinks(presentation.request);
  const idsOf = (member: 'post' | 'parent') => [...new Set(found.map((each) => each[member]).filter((id) => id > 0))];
  const [ofPosts, parents, answered] = await Promise.all([
    documents.getMany<Post>(posts, idsOf('post')),
    linked ? documents.getMany<Comment>(comments, idsOf('parent')) : [],
    answeredAmong(documents, linked ? found.map(({ id }) => id) : []),
  ]);
  const around: Surroundings = {
    postOf: new Map(ofPosts.map((post) => [post.id, post])),
    parents: new Set(parents.map(({ id }) => id)),
    answered,
  };
  return viewsOf(found, async (comment) => ({
    ...(await membersOf(presentation, comment, around)),
    ...(linked ? { _links: await linksOf(presentation, comment, around) } : {}),
  }));
};

export const renderComment = async (presentation: CommentPresentation, comment: Comment): Promise<object> =>
  (await renderComments(presentation, [comment]))[0] ?? {};

/** Returns the account of a comment's writer, and the displayed name in HTML: the sent one, else that of the account. */
export const writerOf = async (
  core: Core,
  request: Pick<RestRequest, 'remember'>,
  { author, authorName }: Pick<Comment, 'author' | 'authorName'>,
): Promise<{ readonly account: Account | undefined; readonly name: string }> => {
  const account =
    author === 0 ? undefined : await request.remember(`account:${author}`, () => core.accounts.find(author));
  return { account, name: authorName === '' ? (account?.name ?? '') : authorName };
};

/** Returns the seed of a writer's picture: a user has the same colour everywhere. */
export const avatarSeed = ({ author }: Pick<Comment, 'author'>, name: string): string =>
  author === 0 ? name : String(author);

const membersOf = async (
  { core, request, context }: CommentPresentation,
  comment: Comment,
  { postOf }: Surroundings,
): Promise<object> => {
  const { id, author, authorUrl, content, date, dateUtc, parent, post, status } = comment;
  const { account, name } = await writerOf(core, request, comment);
  const edits = context === 'edit';
  const details = edits ? await detailsOf(core.entries, id) : undefined;
  const commented = postOf.get(post);
  const path = commented === undefined ? `/?p=${post}` : linkPath(commented, core);
  await displayContent.prepare(content);
  const more = context !== 'embed';
  return {
    id,
    ...(more ? { post } : {}),
    parent,
    author,
    author_name: name,
    ...(details && {
      author_email: details.email || (comment.authorName === '' ? (account?.email ?? '') : ''),
      author_ip: details.ip,
      author_user_agent: details.userAgent,
    }),
    author_url: authorUrl,
    date: isoLocal(date),
    ...(more ? { date_gmt: isoLocal(dateUtc) } : {}),
    content: { rendered: displayContent(content), ...(edits ? { raw: content } : {}) },
    link: `${request.site}${path}#comment-${id}`,
    ...(more ? { status } : {}),
    type: 'comment',
    author_avatar_urls: avatarUrls(request, { name, seed: avatarSeed(comment, name) }),
    ...(more ? { meta: [] } : {}),
  };
};

const linksOf = async (
  { request }: CommentPresentation,
  { id, author, parent, post }: Comment,
  { postOf, parents, answered }: Surroundings,
): Promise<Links> => {
  const root = `${request.apiRoot}/core/v2`;
  const self = `${root}/comments/${id}`;
  const commented = postOf.get(post);
  return linkSet({
    self: [await selfLink(self, request)],
    collection: [{ href: `${root}/comments` }],
    author: author === 0 ? undefined : [{ embeddable: true, href: `${root}/users/${author}` }],
    up: commented && [
      {
        embeddable: true,
        post_type: commented.type,
        href: `${root}/${variants[commented.type].base}/${post}`,
      },
    ],
    'in-reply-to': parents.has(parent) ? [{ embeddable: true, href: `${root}/comments/${parent}` }] : undefined,
    children: answered.has(id) ? [{ embeddable: true, href: `${root}/comments?parent=${id}` }] : undefined,
  });
};

import { parseDateTime } from '@almanac/dates';
import type { Filter } from '@almanac/documents';
import { recordVersion } from '@almanac/event-sourcing';
import { can, type Principal, userId } from '@almanac/identity';
import { forbidden, type RestRequest, type RestResponse, type Route, route, type Values } from '@almanac/rest';
import { searchTerms } from '@almanac/text';
import type { Core } from '../core.ts';
import { coreErrors } from '../errors.ts';
import { type Post, posts } from '../posts/post.ts';
import { postById } from '../posts/readModels/postList.ts';
import { searchFilter } from '../posts/readModels/searchFilter.ts';
import { visibleOfAnyType } from '../posts/readModels/visiblePosts.ts';
import { contextArg, pagingOf, windowOf } from '../requestArgs.ts';
import { comment as aggregate, type Comment, comments } from './comment.ts';
import { commentOf, mayReadComment, mayReadCommentsOf, moderates, postOfComment } from './commentAccess.ts';
import { idArg, listArgs, passwordArg } from './commentArgs.ts';
import { commentAnswers, commentSchema } from './commentSchema.ts';
import { renderComment, renderComments } from './commentView.ts';
import { listComments } from './readModels/commentList.ts';
import { requestedStatus } from './requestedComment.ts';
import { sentWithEmail } from './writerDetails.ts';

type ListRequest = RestRequest<Values<typeof listArgs>>;

export const readComments = (core: Core): Route[] => [listRoute(core), itemRoute(core)];

const listRoute = (core: Core): Route =>
  route({
    namespace: 'core/v2',
    path: '/comments',
    methods: ['GET'],
    summary: 'Lists comments.',
    args: listArgs,
    answers: commentAnswers.list,
    schema: commentSchema.published,
    permission: (request) => checkList(core, request),
    handle: (request) => list(core, request),
  });

/** @throws DomainError 401 or 403 `rest_forbidden_context`, `rest_cannot_read_post`, `rest_forbidden_param` */
const checkList = async (core: Core, request: ListRequest): Promise<true> => {
  const { args, principal } = request;
  if (args.context === 'edit' && !moderates(principal))
    throw forbidden(principal, coreErrors.cannotReadEditableComment);
  for (const id of args.post ?? []) {
    const post = await request.remember(`post:${id}`, () => postById(core.documents, id));
    if (post === undefined || !mayReadCommentsOf(principal, post, args.password)) {
      throw forbidden(principal, coreErrors.cannotReadCommentedPost);
    }
  }
  const isPlain =
    args.status === 'approve' &&
    args.type === 'comment' &&
    args.author.length === 0 &&
    args.author_email === undefined &&
    args.author_exclude.length === 0;
  if (isPlain || can(principal, 'edit_posts')) return true;
  throw forbidden(principal, coreErrors.forbiddenCommentFilter);
};

/** Totals count comments that the caller may not read too, except in a search; the page leaves them out. */
const list = async (core: Core, request: ListRequest): Promise<RestResponse> => {
  const { args, principal } = request;
  const filter: Filter = { all: [filterOf(core, request), ...(await writtenBy(core, args.author_email))] };
  const total = await core.documents.count(comments, filter);
  const query = { ...windowOf(args), filter, orderBy: args.orderby, direction: args.order, include: args.include };
  const found = await listComments(core.documents, query);
  const readable: Comment[] = [];
  for (const comment of found) {
    const post = await postOfComment(core, request, comment);
    if (mayReadComment(principal, comment, { post, password: args.password })) readable.push(comment);
  }
  const body = await renderComments({ core, request, context: args.context }, readable);
  return { body, headers: pagingOf(request, total) };
};

/** Returns the filter of comments of the account with an e-mail address, and of those that were sent with it. */
const writtenBy = async (core: Core, email: string | undefined): Promise<Filter[]> => {
  if (email === undefined || email === '') return [];
  const [account, sent] = await Promise.all([core.accounts.findByEmail(email), sentWithEmail(core, email)]);
  const own: Filter[] = account === undefined ? [] : [{ field: 'author', equals: account.id }];
  return [{ any: [{ field: 'id', in: [...sent] }, ...own] }];
};

const filterOf = (core: Core, { args, principal }: ListRequest): Filter => {
  const clock = (value: string): string => parseDateTime(value, core.settings.current().timezone)?.wallClock ?? '';
  const among = (field: string, ids: readonly number[]): Filter[] => (ids.length === 0 ? [] : [{ field, in: ids }]);
  const without = (field: string, ids: readonly number[]): Filter[] => among(field, ids).map((not) => ({ not }));
  const terms = searchTerms(args.search ?? '');
  const columns = ['content', 'authorName', 'authorUrl'];
  return {
    all: [
      ...statusFilter(args.status),
      ...(args.type === 'comment' || args.type === 'all' ? [] : [{ field: 'id', in: [] } satisfies Filter]),
      ...among('id', args.include),
      ...(args.include.length > 0 ? [] : without('id', args.exclude)),
      ...among('post', args.post),
      ...among('parent', args.parent),
      ...without('parent', args.parent_exclude),
      ...among('author', args.author),
      ...without('author', args.author_exclude),
      ...(args.after === undefined ? [] : [{ field: 'date', after: clock(args.after) }]),
      ...(args.before === undefined ? [] : [{ field: 'date', before: clock(args.before) }]),
      ...(terms === undefined ? [] : [searchFilter({ ...terms, exact: false, columns }), searchedBy(principal, args)]),
    ],
  };
};

/** Returns the filter of comments whose texts the caller may search: a total must not tell words of the others. */
const searchedBy = (principal: Principal, { post: named }: ListRequest['args']): Filter => {
  const onPosts = (filter: Filter): Filter => ({
    field: 'post',
    referencedBy: { collection: posts, field: 'id', filter },
  });
  const [readable, editable] = [visibleOfAnyType(principal), visibleOfAnyType(principal, 'edit')];
  if (moderates(principal) || editable === undefined) return { all: [] };
  const open: Filter = { all: [{ field: 'password', equals: '' }, ...(readable === undefined ? [] : [readable])] };
  // `checkList` has checked the named posts and their password
  const ofReadable: Filter = named.length > 0 ? { field: 'post', in: named } : onPosts(open);
  const own = userId(principal);
  return {
    any: [
      { all: [{ field: 'status', equals: 'approved' }, ofReadable] },
      onPosts(editable),
      ...(own === 0 ? [] : [{ field: 'author', equals: own }]),
    ],
  };
};

/** `all` is every status but spam and the trash; an unknown status finds nothing. */
const statusFilter = (asked: string): Filter[] => {
  if (asked === 'all') return [{ field: 'status', in: ['approved', 'hold'] }];
  const status = requestedStatus(asked);
  return [{ field: 'status', in: status === undefined || status === 'untrash' ? [] : [status] }];
};

const itemRoute = (core: Core): Route =>
  route({
    namespace: 'core/v2',
    path: '/comments/{id:\\d+}',
    methods: ['GET'],
    summary: 'Reads a comment.',
    args: { id: idArg, context: contextArg, password: passwordArg },
    answers: commentAnswers.read,
    schema: commentSchema.published,
    permission: async (request) => {
      const { args, principal } = request;
      const comment = await commentOf(core, request);
      if (args.context === 'edit' && !moderates(principal)) {
        throw forbidden(principal, coreErrors.cannotReadEditableComment);
      }
      const post: Post | undefined = await postOfComment(core, request, comment);
      if (mayReadComment(principal, comment, { post, password: args.password })) return true;
      throw forbidden(principal, coreErrors.cannotReadComment);
    },
    handle: async (request) => {
      const comment = await commentOf(core, request);
      const body = await renderComment({ core, request, context: request.args.context }, comment);
      return { body, version: recordVersion(aggregate, comment) };
    },
  });

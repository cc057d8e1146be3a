import { timingSafeEqual } from 'node:crypto';
import { hasPage } from '@almanac/content-model';
import { recordVersion } from '@almanac/event-sourcing';
import { can } from '@almanac/identity';
import { forbidden, type RestResponse, type Route, route, withVersions } from '@almanac/rest';
import type { Core } from '../core.ts';
import { coreErrors, forbiddenStatus } from '../errors.ts';
import { contextArg, pagingOf } from '../requestArgs.ts';
import { post as aggregate, type Post, posts } from './post.ts';
import { checkRead, postOf } from './postAccess.ts';
import { idArg, readArgs } from './postArgs.ts';
import { forbiddenStatuses, isPlain, type ListRequest, postFilter } from './postFilter.ts';
import { listArgs } from './postListArgs.ts';
import { linkPath } from './postPath.ts';
import { postAnswers, postSchema } from './postSchema.ts';
import { renderPost, renderPosts } from './postView.ts';
import { pageOfPosts, withStickyFirst } from './readModels/postList.ts';
import { locksOfPosts } from './readModels/visiblePosts.ts';
import { checkOrder, requestedList, totalOf } from './requestedList.ts';
import { requestedSearch } from './requestedSearch.ts';

export const readPosts = (core: Core): Route[] => [listRoute(core), itemRoute(core)];

const listRoute = (core: Core): Route =>
  route({
    namespace: 'core/v2',
    path: '/posts',
    methods: ['GET'],
    summary: 'Lists posts.',
    args: listArgs,
    answers: postAnswers.list,
    schema: postSchema.published,
    batch: true,
    permission: ({ args, principal }) => {
      if (args.context !== 'edit' || can(principal, 'edit_posts')) return true;
      throw forbidden(principal, coreErrors.cannotListEditablePosts);
    },
    handle: (request) => listPosts(core, request),
  });

const listPosts = async (core: Core, request: ListRequest): Promise<RestResponse> => {
  const { args } = request;
  const search = requestedSearch(args, locksOfPosts(request.principal));
  if (forbiddenStatuses(request).length > 0) throw forbiddenStatus(request.principal);
  checkOrder(args, search);
  const query = requestedList(args, await postFilter(core, request, search), search);
  const total = await totalOf(core.documents, posts, query);
  const page = await pageOfPosts(core.documents, query);
  const sticky = !args.ignore_sticky && args.page === 1 && args.offset === undefined && isPlain(request);
  const shown = sticky ? await withStickyFirst(core.documents, query, page) : page;
  const body = await renderPosts({ core, request, context: args.context }, shown);
  return { body, headers: pagingOf(request, total) };
};

const itemRoute = (core: Core): Route =>
  route({
    namespace: 'core/v2',
    path: '/posts/{id:\\d+}',
    methods: ['GET'],
    summary: 'Reads a post.',
    args: { id: idArg, context: contextArg, ...readArgs },
    answers: postAnswers.read,
    schema: postSchema.published,
    batch: true,
    permission: async (request) => {
      checkRead(request, await postOf(core, request), request.args.context);
      return true;
    },
    handle: async (request) => {
      const post = await postOf(core, request);
      const { context, excerpt_length: excerptLength, password } = request.args;
      checkPassword(post, password);
      const body = await renderPost({ core, request, context, excerptLength, password }, post);
      const { defaultLanguage } = core.languages;
      const link = `${request.site}${linkPath(post, core)}`;
      const alternate = hasPage(post.status) ? { Link: `<${link}>; rel="alternate"; type=text/html` } : {};
      const answer = { body, version: recordVersion(aggregate, post), headers: alternate };
      return withVersions(answer, { request, collection: 'core/v2/posts', language: post.language, defaultLanguage });
    },
  });

/** A password for an unprotected post is ignored (docs/interface/core-posts.md §4). @throws DomainError 403 */
const checkPassword = (post: Post, password: string | undefined): void => {
  if (post.password === '' || password === undefined || password === '') return;
  const given = Buffer.from(password);
  const known = Buffer.from(post.password);
  if (given.length !== known.length || !timingSafeEqual(given, known)) throw coreErrors.wrongPostPassword();
};

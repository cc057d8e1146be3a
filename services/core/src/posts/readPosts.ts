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
import { listArgsOf } from './postListArgs.ts';
import { isRightPassword } from './postPassword.ts';
import { linkPath } from './postPath.ts';
import { schemasOf } from './postSchema.ts';
import { unusedTexts } from './postTexts.ts';
import type { PostVariant } from './postVariant.ts';
import { renderPost, renderPosts } from './postView.ts';
import { pageOfPosts, withStickyFirst } from './readModels/postList.ts';
import { locksOfPosts } from './readModels/visiblePosts.ts';
import { checkOrder, requestedList, totalOf } from './requestedList.ts';
import { requestedSearch } from './requestedSearch.ts';

export const readPosts = (core: Core, variant: PostVariant): Route[] => [
  listRoute(core, variant),
  itemRoute(core, variant),
];

const listRoute = (core: Core, variant: PostVariant): Route =>
  route({
    namespace: 'core/v2',
    path: `/${variant.base}`,
    methods: ['GET'],
    summary: variant.summaries.list,
    args: listArgsOf(variant),
    answers: schemasOf(variant).answers.list,
    schema: schemasOf(variant).schema.published,
    batch: true,
    permission: ({ args, principal }) => {
      if (args.context !== 'edit' || can(principal, variant.capability('edit'))) return true;
      throw forbidden(principal, coreErrors.cannotListEditablePosts);
    },
    handle: (request) => listPosts(core, variant, request),
  });

const listPosts = async (core: Core, variant: PostVariant, request: ListRequest): Promise<RestResponse> => {
  const { args } = request;
  const search = requestedSearch(args, locksOfPosts(request.principal, variant.type));
  if (forbiddenStatuses(request, variant).length > 0) throw forbiddenStatus(request.principal);
  checkOrder(args, search);
  const filter = await postFilter(core, request, { variant, search });
  const query = { ...requestedList(args, filter, search), without: unusedTexts(request) };
  const page = await pageOfPosts(core.documents, query, variant);
  const total = await totalOf(core.documents, posts, query, page.length);
  const sticky =
    !variant.hierarchical && !args.ignore_sticky && args.page === 1 && args.offset === undefined && isPlain(request);
  const shown = sticky ? await withStickyFirst(core.documents, query, page) : page;
  const body = await renderPosts({ core, request, variant, context: args.context }, shown);
  return { body, headers: pagingOf(request, total) };
};

const itemRoute = (core: Core, variant: PostVariant): Route =>
  route({
    namespace: 'core/v2',
    path: `/${variant.base}/{id:\\d+}`,
    methods: ['GET'],
    summary: variant.summaries.read,
    args: { id: idArg, context: contextArg, ...readArgs },
    answers: schemasOf(variant).answers.read,
    schema: schemasOf(variant).schema.published,
    batch: true,
    permission: async (request) => {
      checkRead(request, await postOf(core, request, variant), request.args.context);
      return true;
    },
    handle: async (request) => {
      const post = await postOf(core, request, variant);
      const { context, excerpt_length: excerptLength, password } = request.args;
      checkPassword(post, password);
      const body = await renderPost({ core, request, variant, context, excerptLength, password }, post);
      const { defaultLanguage } = core.languages;
      const link = `${request.site}${linkPath(post, core)}`;
      const alternate = hasPage(post.status) ? { Link: `<${link}>; rel="alternate"; type=text/html` } : {};
      const answer = { body, version: recordVersion(aggregate, post), headers: alternate };
      return withVersions(answer, {
        request,
        collection: `core/v2/${variant.base}`,
        language: post.language,
        defaultLanguage,
      });
    },
  });

/** A password for an unprotected post is ignored (docs/interface/core-posts.md §4). @throws DomainError 403 */
const checkPassword = (post: Post, password: string | undefined): void => {
  if (post.password === '' || password === undefined || password === '') return;
  if (!isRightPassword(post, password)) throw coreErrors.wrongPostPassword();
};

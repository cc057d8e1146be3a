import { deleteContent, minorEditArg, trashContent } from '@almanac/content-model';
import { findPage } from '@almanac/documents';
import { recordVersion } from '@almanac/event-sourcing';
import { mayPublish, userId } from '@almanac/identity';
import {
  corePaging,
  forbidden,
  forUpdate,
  type RestRequest,
  type RestResponse,
  type Route,
  route,
  sentUnchanged,
  type Values,
  withoutArgs,
  withVersions,
} from '@almanac/rest';
import type { Calendar } from '../calendar.ts';
import { valuesInV1 } from '../calx/sentValues.ts';
import type { ItemFields, ItemState } from '../content-items/contentItem.ts';
import type { KindNames } from '../content-items/itemKind.ts';
import { createdItem, namedItem } from '../content-items/itemLookup.ts';
import { mayAssign, mayDeleteItem, mayEditItem, mayReadItem, mayWriteSome } from '../content-items/itemRights.ts';
import { runOnId } from '../content-items/itemRoutes.ts';
import { contentSite } from '../content-items/itemWriting.ts';
import { unusedTexts } from '../content-items/unusedTexts.ts';
import { changeByRequest, createByRequest, type ItemValues } from '../content-items/writeItem.ts';
import { calendarErrors } from '../errors.ts';
import { translationArgs, unmarkedIdArgs, withoutUndefined } from '../requestArgs.ts';
import { readMeta } from './meta.ts';
import { listArgs, readArgs, removeArgs, termArgs, termListArgs, writeArgs } from './postArgs.ts';
import { type ListRequest, postFilter, postOrder } from './postFilter.ts';
import { type PostKind, postEvents, postOrganizers, postVenues } from './postKinds.ts';
import { postSchemas } from './postSchema.ts';
import { postViews } from './postView.ts';

const namespace = 'core/v2';

type WriteArgs = Partial<{
  readonly [Name in keyof Values<typeof writeArgs>]: Values<typeof writeArgs>[Name] | undefined;
}>;
type WriteRequest = RestRequest<WriteArgs & { readonly i18n_minor_edit?: boolean | undefined }>;

/** Routes of events, venues and organizers in the form of posts (docs/interface/calendar-post-types.md). */
export const postTypeRoutes = (calendar: Calendar): Route[] => [
  ...routesOf(calendar, postEvents),
  ...routesOf(calendar, postVenues),
  ...routesOf(calendar, postOrganizers),
];

/** A kind of record with its published schema, and the answers of its routes. */
type DescribedKind<Fields extends ItemFields> = PostKind<Fields> & ReturnType<typeof postSchemas>;

const routesOf = <Fields extends ItemFields>(calendar: Calendar, kind: PostKind<Fields>): Route[] => {
  const post = { ...kind, ...postSchemas(kind) };
  return [
    listRoute(calendar, post),
    createRoute(calendar, post),
    readRoute(calendar, post),
    changeRoute(calendar, post),
    removeRoute(calendar, post),
  ];
};

/** Returns the record that the path names. @throws DomainError 404 */
const requirePost = async <Fields extends ItemFields>(
  { documents }: Calendar,
  { kind }: PostKind<Fields>,
  request: RestRequest<unknown>,
): Promise<ItemState & Fields> => {
  const state = await namedItem(documents, kind, request);
  if (state === undefined) throw calendarErrors.unknownPost();
  return state;
};

const listRoute = <Fields extends ItemFields>(calendar: Calendar, post: DescribedKind<Fields>): Route =>
  route({
    namespace,
    path: `/${post.kind.type}`,
    methods: ['GET'],
    summary: post.summaries.list,
    batch: true,
    args: post.terms === undefined ? listArgs : { ...listArgs, ...termListArgs },
    answers: post.answers.list,
    schema: post.published,
    permission: ({ args, principal }) => {
      if (args.context !== 'edit' || mayWriteSome(principal, post.kind, 'edit')) return true;
      throw forbidden(principal, calendarErrors.cannotEditPosts);
    },
    handle: (request) => listPosts(calendar, post, request),
  });

const listPosts = async <Fields extends ItemFields>(
  calendar: Calendar,
  post: PostKind<Fields>,
  request: ListRequest,
): Promise<RestResponse> => {
  const { page, per_page: perPage, offset = (page - 1) * perPage, context, orderby, include } = request.args;
  const filter = postFilter(calendar, post.kind, request);
  if (filter === undefined) throw forbidden(request.principal);
  const collapsed = request.args.collapse_series ? await post.collapse?.(calendar, filter) : undefined;
  const query = {
    filter: collapsed?.filter ?? filter,
    order: postOrder(request.args),
    limit: perPage,
    offset,
    without: unusedTexts(request),
  };
  const { found, total } = await findPage<ItemState & Fields>(calendar.documents, post.kind.collection, query);
  if (found.length === 0 && total > 0 && page > 1) throw calendarErrors.unknownPostPage();
  const ordered =
    orderby === 'include' ? found.toSorted((a, b) => include.indexOf(a.id) - include.indexOf(b.id)) : found;
  const views = await postViews(calendar, request, post, ordered, { context });
  const members = ordered.map((state) => collapsed?.membersOf(state));
  const body = views.map((view, place) => ({ ...view, ...members[place] }));
  return { body, headers: corePaging(request, { total, perPage, page }) };
};

const readRoute = <Fields extends ItemFields>(calendar: Calendar, post: DescribedKind<Fields>): Route =>
  route({
    namespace,
    path: `/${post.kind.type}/{id:\\d+}`,
    methods: ['GET'],
    summary: post.summaries.read,
    batch: true,
    args: readArgs,
    answers: post.answers.read,
    schema: post.published,
    permission: async (request) => {
      const state = await requirePost(calendar, post, request);
      if (!mayReadItem(request.principal, post.kind, state)) return false;
      if (request.args.context !== 'edit' || mayEditItem(request.principal, post.kind, state)) return true;
      throw forbidden(request.principal, calendarErrors.cannotEditPosts);
    },
    handle: async (request) => {
      const state = await requirePost(calendar, post, request);
      const { context, password } = request.args;
      const [body] = await postViews(calendar, request, post, [state], { context, password });
      const { defaultLanguage } = calendar.languages;
      return withVersions(
        { body, version: recordVersion(post.kind.aggregate, state) },
        { request, collection: `${namespace}/${post.kind.type}`, language: state.language, defaultLanguage },
      );
    },
  });

/** @throws DomainError 401 or 403 for another author */
const checkAuthor = ({ principal, args: { author } }: WriteRequest, kind: KindNames, own = userId(principal)): void => {
  if (!mayAssign(principal, kind, author, own)) throw forbidden(principal, calendarErrors.cannotWriteAsOthers);
};

const PUBLISHING: readonly unknown[] = ['publish', 'future', 'private'];

/** @throws DomainError 401 or 403 for a status that needs the right to publish */
const checkStatus = ({ principal, args: { status } }: WriteRequest, before?: ItemState): void => {
  if (!PUBLISHING.includes(status) || status === before?.status || mayPublish(principal, 'cal_events')) return;
  throw forbidden(principal, calendarErrors.cannotPublishPosts);
};

/** Returns the sent values by their names in `cal/events/v1`. @throws DomainError 400 for a bad member of `meta` */
const valuesOf = <Fields extends ItemFields>(
  calendar: Calendar,
  { kind, valuesOf: ofMeta }: PostKind<Fields>,
  args: WriteArgs,
  before?: ItemState & Fields,
): ItemValues => ({
  ...valuesInV1(kind, args, calendar),
  ...withoutUndefined<{ password: string }>({ password: args.password }),
  ...ofMeta(readMeta(args.meta), before, calendar),
});

const answerOf = async <Fields extends ItemFields>(
  calendar: Calendar,
  request: RestRequest<unknown>,
  post: PostKind<Fields>,
  state: ItemState & Fields,
): Promise<RestResponse> => {
  const [body] = await postViews(calendar, request, post, [state], { context: 'edit' });
  return { body, version: recordVersion(post.kind.aggregate, state) };
};

const createdAnswer = async <Fields extends ItemFields>(
  calendar: Calendar,
  request: RestRequest<unknown>,
  post: PostKind<Fields>,
  state: ItemState & Fields,
): Promise<RestResponse> => ({
  ...(await answerOf(calendar, request, post, state)),
  status: 201,
  headers: { Location: `${request.apiRoot}/${namespace}/${post.kind.type}/${state.id}` },
});

const createRoute = <Fields extends ItemFields>(calendar: Calendar, post: DescribedKind<Fields>): Route =>
  route({
    namespace,
    path: `/${post.kind.type}`,
    methods: ['POST'],
    summary: post.summaries.create,
    batch: true,
    args: { ...writeArgs, ...(post.terms && termArgs), ...translationArgs },
    answers: post.answers.create,
    permission: (request) => {
      if (!mayWriteSome(request.principal, post.kind, 'edit')) {
        throw forbidden(request.principal, calendarErrors.cannotCreatePosts);
      }
      checkAuthor(request, post.kind);
      return true;
    },
    handle: async (request) => {
      checkStatus(request);
      const args = { status: 'draft' as const, ...valuesOf(calendar, post, request.args) };
      const state = await createByRequest(calendar, post.writing, { ...request, args });
      return createdAnswer(calendar, request, post, state);
    },
    recover: async (request, commit) =>
      createdAnswer(calendar, request, post, await createdItem(calendar, post.kind, commit)),
  });

const changeRoute = <Fields extends ItemFields>(calendar: Calendar, post: DescribedKind<Fields>): Route =>
  route({
    namespace,
    path: `/${post.kind.type}/{id:\\d+}`,
    methods: ['POST', 'PUT', 'PATCH'],
    summary: post.summaries.change,
    batch: true,
    args: { ...unmarkedIdArgs, ...forUpdate({ ...writeArgs, ...(post.terms && termArgs) }), ...minorEditArg },
    answers: post.answers.change,
    permission: async (request) => {
      const before = await requirePost(calendar, post, request);
      if (!mayEditItem(request.principal, post.kind, before)) {
        throw forbidden(request.principal, calendarErrors.cannotEditPost);
      }
      checkAuthor(request, post.kind, before.author);
      return true;
    },
    handle: async (request) => {
      const before = await requirePost(calendar, post, request);
      checkStatus(request, before);
      const [shown] = await postViews(calendar, request, post, [before], { context: 'edit', links: false });
      const changing = withoutArgs(request, sentUnchanged(request, { ...shown }));
      const args = valuesOf(calendar, post, changing.args, before);
      return answerOf(
        calendar,
        request,
        post,
        await changeByRequest(calendar, post.writing, { ...changing, args }, before),
      );
    },
  });

const removeRoute = <Fields extends ItemFields>(calendar: Calendar, post: DescribedKind<Fields>): Route =>
  route({
    namespace,
    path: `/${post.kind.type}/{id:\\d+}`,
    methods: ['DELETE'],
    summary: post.summaries.remove,
    batch: true,
    args: removeArgs,
    answers: post.answers.remove,
    permission: async (request) => {
      const state = await requirePost(calendar, post, request);
      if (mayDeleteItem(request.principal, post.kind, state)) return true;
      throw forbidden(request.principal, calendarErrors.cannotDeletePost);
    },
    handle: async (request) => {
      const { kind } = post;
      const before = await requirePost(calendar, post, request);
      if (!request.args.force) {
        const trashed = await runOnId(kind, request, before.id, (unit) =>
          trashContent(unit, kind, contentSite(calendar), before.id),
        );
        return answerOf(calendar, request, post, trashed);
      }
      const [previous] = await postViews(calendar, request, post, [before], { context: 'edit', links: false });
      await runOnId(kind, request, before.id, (unit) => deleteContent(unit, kind, contentSite(calendar), before.id));
      return { body: { deleted: true, previous } };
    },
  });

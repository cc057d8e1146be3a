import { createdId, minorEditArg, refuseOtherLanguage } from '@almanac/content-model';
import { recordVersion } from '@almanac/event-sourcing';
import { can, userId } from '@almanac/identity';
import {
  boolean,
  forbidden,
  forUpdate,
  invalid,
  invalidParams,
  type RestRequest,
  type RestResponse,
  type Route,
  route,
  type Values,
} from '@almanac/rest';
import { slugOf } from '@almanac/text';
import { changeRecord } from '../changeRecord.ts';
import type { Core } from '../core.ts';
import { coreErrors } from '../errors.ts';
import { withoutStored } from './meta/withoutStored.ts';
import { post as aggregate, type Post } from './post.ts';
import { checkDelete, checkEdit, mayEditPost, postOf } from './postAccess.ts';
import { createArgsOf, idArg, translationArg, writeArgsOf } from './postArgs.ts';
import { postScope } from './postPath.ts';
import { schemasOf } from './postSchema.ts';
import type { PostVariant } from './postVariant.ts';
import { type PostPresentation, renderPost } from './postView.ts';
import { changePost, createPost, deletePost, siteOfRequest, trashPost } from './postWriting.ts';
import { postById } from './readModels/postList.ts';
import { requestedPost, type WriteRequest } from './requestedPost.ts';
import { writableStatuses } from './statuses.ts';
import { validatePost } from './validatePost.ts';

export const writePosts = (core: Core, variant: PostVariant): Route[] => [
  createRoute(core, variant),
  updateRoute(core, variant),
  deleteRoute(core, variant),
];

/** Checks the capabilities that some members need (docs/interface/core-posts.md §5.1, 3 and 4). */
export const checkMembers = ({ args, principal }: WriteRequest, { capability }: PostVariant): void => {
  const others = can(principal, capability('edit_others'));
  if (args.author !== undefined && args.author !== userId(principal) && !others) {
    throw forbidden(principal, coreErrors.cannotWriteAsOthers);
  }
  if (args.sticky === true && !others && !can(principal, capability('publish'))) {
    throw forbidden(principal, coreErrors.cannotMakeSticky);
  }
};

const createRoute = (core: Core, variant: PostVariant): Route =>
  route({
    namespace: 'core/v2',
    path: `/${variant.base}`,
    methods: ['POST'],
    summary: variant.summaries.create,
    args: { ...createArgsOf(variant), translation_of: translationArg },
    answers: schemasOf(variant).answers.create,
    batch: true,
    permission: (request) => {
      checkMembers(request, variant);
      if (can(request.principal, variant.capability('edit'))) return true;
      throw forbidden(request.principal, coreErrors.cannotCreatePosts);
    },
    handle: async (request) => {
      if (request.params.id) throw coreErrors.postHasId();
      const created = await create(core, variant, request);
      return createdResponse({ core, variant, request, isNew: true }, created);
    },
    recover: async (request, commit) => {
      const post = await postById(core.documents, createdId(commit, 'PostCreated'));
      if (post === undefined) throw coreErrors.unknownPost();
      return createdResponse({ core, variant, request, isNew: false }, post);
    },
  });

type Creation = Required<Pick<PostPresentation, 'core' | 'variant' | 'request' | 'isNew'>>;

const createdResponse = async (creation: Creation, post: Post): Promise<RestResponse> => {
  const body = await renderPost({ ...creation, context: 'edit' }, post);
  const { request, variant } = creation;
  const headers = { Location: `${request.apiRoot}/core/v2/${variant.base}/${post.id}` };
  return { status: 201, body, headers, version: recordVersion(aggregate, post) };
};

/**
 * Refuses the status `trash` unless the post is already in the trash: only DELETE trashes a post. @throws DomainError
 * 400
 */
export const checkStatus = ({ args: { status } }: WriteRequest, before: Post): void => {
  if (status !== 'trash' || before.status === 'trash') return;
  const values = writableStatuses.join(', ');
  throw invalidParams({ status: invalid('{name} is not one of {values}.', 'rest_not_in_enum', { values }) });
};

type CreateRequest = WriteRequest & RestRequest<{ readonly translation_of?: number | undefined }>;

const create = async (core: Core, variant: PostVariant, request: CreateRequest): Promise<Post> => {
  const { language, principal } = request;
  const input = await validatePost(core, request, await requestedPost(core, request, variant), { variant });
  const { type } = variant;
  const mayTranslate = (source: Post) => source.type === type && mayEditPost(principal, source);
  const translationOf = request.args.translation_of;
  const command = { author: userId(principal), ...input, type, language, translationOf, mayTranslate };
  const wanted = slugOf(input.slug || input.title || '');
  const { result } = await request.commands.run(
    request.context,
    (unit) => createPost(unit, core, siteOfRequest(core, request), command),
    { mutexKeys: [`${postScope({ language, parent: input.parent ?? 0 })}/${wanted}`] },
  );
  return result;
};

const updateRoute = (core: Core, variant: PostVariant): Route =>
  route({
    namespace: 'core/v2',
    path: `/${variant.base}/{id:\\d+}`,
    methods: ['POST', 'PUT', 'PATCH'],
    summary: variant.summaries.change,
    args: { id: idArg, ...forUpdate(writeArgsOf(variant)), ...minorEditArg },
    answers: schemasOf(variant).answers.change,
    batch: true,
    permission: async (request) => {
      checkEdit(request, await postOf(core, request, variant));
      checkMembers(request, variant);
      return true;
    },
    handle: async (request) => {
      const before = await postOf(core, request, variant);
      return changed(core, variant, request, await change(core, variant, request, before));
    },
    recover: async (request) => changed(core, variant, request, await postOf(core, request, variant)),
  });

const changed = async (
  core: Core,
  variant: PostVariant,
  request: RestRequest<unknown>,
  post: Post,
): Promise<RestResponse> => {
  const body = await renderPost({ core, request, variant, context: 'edit' }, post);
  return { body, version: recordVersion(aggregate, post) };
};

type ChangeRequest = WriteRequest & RestRequest<Values<typeof minorEditArg>>;

const change = async (core: Core, variant: PostVariant, request: ChangeRequest, before: Post): Promise<Post> => {
  refuseOtherLanguage(request, before.language);
  checkStatus(request, before);
  const { id, title, content, excerpt, meta } = before;
  const asked = withoutStored(request, { title, content, excerpt }, meta);
  const input = await validatePost(core, request, await requestedPost(core, asked, variant), { variant, before });
  return changeRecord(request, aggregate, id, (unit) =>
    changePost(unit, core, siteOfRequest(core, request), { id, input, minor: request.args.i18n_minor_edit }),
  );
};

const deleteArgs = {
  id: idArg,
  force: boolean({ default: false, description: 'Deletes permanently instead of moving to the trash.' }),
};

const deleteRoute = (core: Core, variant: PostVariant): Route =>
  route({
    namespace: 'core/v2',
    path: `/${variant.base}/{id:\\d+}`,
    methods: ['DELETE'],
    summary: variant.summaries.remove,
    args: deleteArgs,
    answers: schemasOf(variant).answers.remove,
    batch: true,
    permission: async (request) => {
      checkDelete(request, await postOf(core, request, variant));
      return true;
    },
    handle: async (request) => {
      const before = await postOf(core, request, variant);
      return request.args.force ? erase(core, variant, request, before) : trash(core, variant, request, before);
    },
  });

/** Deletes a post permanently and returns the deleted record. */
const erase = async (
  core: Core,
  variant: PostVariant,
  request: RestRequest<unknown>,
  before: Post,
): Promise<RestResponse> => {
  const { id } = before;
  const previous = await renderPost({ core, request, variant, context: 'edit', links: false }, before);
  const letGo = await core.references.gather({ kind: 'posts', id });
  await changeRecord(request, aggregate, id, async (unit) => {
    await deletePost(unit, core, siteOfRequest(core, request), id);
    await letGo(unit);
  });
  return { body: { deleted: true, previous } };
};

const trash = async (
  core: Core,
  variant: PostVariant,
  request: RestRequest<unknown>,
  before: Post,
): Promise<RestResponse> => {
  const { id } = before;
  const post = await changeRecord(request, aggregate, id, (unit) => trashPost(unit, siteOfRequest(core, request), id));
  const body = await renderPost({ core, request, variant, context: 'edit' }, post);
  return { body, version: recordVersion(aggregate, post) };
};

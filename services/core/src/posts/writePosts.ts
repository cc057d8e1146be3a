import {
  createdId,
  deleteContent,
  minorEditArg,
  refuseOtherLanguage,
  slugScope,
  trashContent,
} from '@almanac/content-model';
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
import { createArgs, idArg, translationArg, writeArgs } from './postArgs.ts';
import { postAnswers } from './postSchema.ts';
import { renderPost } from './postView.ts';
import { changePost, createPost, siteOfRequest, writtenPosts } from './postWriting.ts';
import { postById } from './readModels/postList.ts';
import { requestedPost, type WriteRequest } from './requestedPost.ts';
import { writableStatuses } from './statuses.ts';
import { validatePost } from './validatePost.ts';

export const writePosts = (core: Core): Route[] => [createRoute(core), updateRoute(core), deleteRoute(core)];

/** Checks the capabilities that some members need (docs/interface/core-posts.md §5.1, 3 and 4). */
export const checkMembers = ({ args, principal }: WriteRequest): void => {
  const others = can(principal, 'edit_others_posts');
  if (args.author !== undefined && args.author !== userId(principal) && !others) {
    throw forbidden(principal, coreErrors.cannotWriteAsOthers);
  }
  if (args.sticky === true && !others && !can(principal, 'publish_posts')) {
    throw forbidden(principal, coreErrors.cannotMakeSticky);
  }
};

const createRoute = (core: Core): Route =>
  route({
    namespace: 'core/v2',
    path: '/posts',
    methods: ['POST'],
    summary: 'Creates a post.',
    args: { ...createArgs, translation_of: translationArg },
    answers: postAnswers.create,
    batch: true,
    permission: (request) => {
      checkMembers(request);
      if (can(request.principal, 'edit_posts')) return true;
      throw forbidden(request.principal, coreErrors.cannotCreatePosts);
    },
    handle: async (request) => {
      if (request.params.id) throw coreErrors.postHasId();
      return createdResponse(core, request, await create(core, request, request.args.translation_of));
    },
    recover: async (request, commit) => {
      const post = await postById(core.documents, createdId(commit, 'PostCreated'));
      if (post === undefined) throw coreErrors.unknownPost();
      return createdResponse(core, request, post);
    },
  });

const createdResponse = async (core: Core, request: RestRequest<unknown>, post: Post): Promise<RestResponse> => {
  const body = await renderPost({ core, request, context: 'edit' }, post);
  const headers = { Location: `${request.apiRoot}/core/v2/posts/${post.id}` };
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

const create = async (core: Core, request: WriteRequest, translationOf: number | undefined): Promise<Post> => {
  const { language, principal } = request;
  const input = await validatePost(core, request, await requestedPost(core, request));
  const mayTranslate = (source: Post) => mayEditPost(principal, source);
  const command = { author: userId(principal), ...input, language, translationOf, mayTranslate };
  const wanted = slugOf(input.slug || input.title || '');
  const { result } = await request.commands.run(
    request.context,
    (unit) => createPost(unit, core, siteOfRequest(core, request), command),
    { mutexKeys: [`${slugScope('post', language)}/${wanted}`] },
  );
  return result;
};

const updateRoute = (core: Core): Route =>
  route({
    namespace: 'core/v2',
    path: '/posts/{id:\\d+}',
    methods: ['POST', 'PUT', 'PATCH'],
    summary: 'Changes a post.',
    args: { id: idArg, ...forUpdate(writeArgs), ...minorEditArg },
    answers: postAnswers.change,
    batch: true,
    permission: async (request) => {
      checkEdit(request, await postOf(core, request));
      checkMembers(request);
      return true;
    },
    handle: async (request) => {
      const before = await postOf(core, request);
      return changed(core, request, await change(core, request, before));
    },
    recover: async (request) => changed(core, request, await postOf(core, request)),
  });

const changed = async (core: Core, request: RestRequest<unknown>, post: Post): Promise<RestResponse> => {
  const body = await renderPost({ core, request, context: 'edit' }, post);
  return { body, version: recordVersion(aggregate, post) };
};

type ChangeRequest = WriteRequest & RestRequest<Values<typeof minorEditArg>>;

const change = async (core: Core, request: ChangeRequest, before: Post): Promise<Post> => {
  refuseOtherLanguage(request, before.language);
  checkStatus(request, before);
  const { id, title, content, excerpt, meta } = before;
  const asked = withoutStored(request, { title, content, excerpt }, meta);
  const input = await validatePost(core, request, await requestedPost(core, asked), before);
  return changeRecord(request, aggregate, id, (unit) =>
    changePost(unit, core, siteOfRequest(core, request), { id, input, minor: request.args.i18n_minor_edit }),
  );
};

const deleteArgs = {
  id: idArg,
  force: boolean({ default: false, description: 'Deletes permanently instead of moving to the trash.' }),
};

const deleteRoute = (core: Core): Route =>
  route({
    namespace: 'core/v2',
    path: '/posts/{id:\\d+}',
    methods: ['DELETE'],
    summary: 'Trashes or deletes a post.',
    args: deleteArgs,
    answers: postAnswers.remove,
    batch: true,
    permission: async (request) => {
      checkDelete(request, await postOf(core, request));
      return true;
    },
    handle: async (request) => {
      const before = await postOf(core, request);
      return request.args.force ? erase(core, request, before) : trash(core, request, before);
    },
  });

/** Deletes a post permanently and returns the deleted record. */
const erase = async (core: Core, request: RestRequest<unknown>, before: Post): Promise<RestResponse> => {
  const { id } = before;
  const previous = await renderPost({ core, request, context: 'edit', links: false }, before);
  const letGo = await core.references.gather({ kind: 'posts', id });
  await changeRecord(request, aggregate, id, async (unit) => {
    await deleteContent(unit, writtenPosts, siteOfRequest(core, request), id);
    await letGo(unit);
  });
  return { body: { deleted: true, previous } };
};

const trash = async (core: Core, request: RestRequest<unknown>, before: Post): Promise<RestResponse> => {
  const { id } = before;
  const post = await changeRecord(request, aggregate, id, (unit) =>
    trashContent(unit, writtenPosts, siteOfRequest(core, request), id),
  );
  const body = await renderPost({ core, request, context: 'edit' }, post);
  return { body, version: recordVersion(aggregate, post) };
};

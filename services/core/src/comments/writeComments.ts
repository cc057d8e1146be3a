import { createdId } from '@almanac/content-model';
import { recordVersion } from '@almanac/event-sourcing';
import {
  boolean,
  forUpdate,
  type RestRequest,
  type RestResponse,
  type Route,
  route,
  sentUnchanged,
  withoutArgs,
} from '@almanac/rest';
import { plainName, plainText } from '@almanac/text';
import { changeRecord } from '../changeRecord.ts';
import type { Core } from '../core.ts';
import { coreErrors } from '../errors.ts';
import { postById } from '../posts/readModels/postList.ts';
import { comment as aggregate, type Comment, type CommentFields } from './comment.ts';
import { checkChange, commentOf, moderates } from './commentAccess.ts';
import { idArg, importedArg, passwordArg, writeArgs } from './commentArgs.ts';
import { commentDecider } from './commentCommands.ts';
import { commentAnswers } from './commentSchema.ts';
import { renderComment } from './commentView.ts';
import { authorOf, checkCreate, contentOf, createComment, datesOf, type WriteRequest } from './createComment.ts';
import { commentById } from './readModels/commentList.ts';
import { requestedStatus } from './requestedComment.ts';
import { detailsOf, forgetDetails, keepDetails } from './writerDetails.ts';

export const writeComments = (core: Core): Route[] => [createRoute(core), updateRoute(core), deleteRoute(core)];

const createRoute = (core: Core): Route =>
  route({
    namespace: 'core/v2',
    path: '/comments',
    methods: ['POST'],
    summary: 'Writes a comment.',
    args: { ...writeArgs, password: passwordArg, imported: importedArg },
    answers: commentAnswers.create,
    permission: (request) => checkCreate(core, request),
    handle: async (request) => {
      if (request.params.id) throw coreErrors.commentHasId();
      return createdResponse(core, request, await createComment(core, request));
    },
    recover: async (request, commit) => {
      const found = await commentById(core.documents, createdId(commit, 'CommentWritten'));
      if (found === undefined) throw coreErrors.unknownComment();
      return createdResponse(core, request, found);
    },
  });

const createdResponse = async (core: Core, request: RestRequest<unknown>, comment: Comment): Promise<RestResponse> => {
  const context = moderates(request.principal) ? 'edit' : 'view';
  const body = await renderComment({ core, request, context }, comment);
  const headers = { Location: `${request.apiRoot}/core/v2/comments/${comment.id}` };
  return { status: 201, body, headers, version: recordVersion(aggregate, comment) };
};

const updateRoute = (core: Core): Route =>
  route({
    namespace: 'core/v2',
    path: '/comments/{id:\\d+}',
    methods: ['POST', 'PUT', 'PATCH'],
    summary: 'Changes or moderates a comment.',
    args: { id: idArg, ...forUpdate(writeArgs) },
    answers: commentAnswers.change,
    batch: true,
    permission: (request) => checkChange(core, request, coreErrors.cannotEditComment),
    handle: async (request) => {
      const before = await commentOf(core, request);
      const shown = await renderComment({ core, request, context: 'edit', links: false }, before);
      const changing = withoutArgs(request, sentUnchanged(request, { ...shown }));
      return changed(core, request, await change(core, changing, before));
    },
    recover: async (request) => changed(core, request, await commentOf(core, request)),
  });

const changed = async (core: Core, request: RestRequest<unknown>, comment: Comment): Promise<RestResponse> => {
  const body = await renderComment({ core, request, context: 'edit' }, comment);
  return { body, version: recordVersion(aggregate, comment) };
};

const change = async (core: Core, request: WriteRequest, { id }: Comment): Promise<Comment> => {
  const { args, given } = request;
  if (args.post !== undefined && (await postById(core.documents, args.post)) === undefined) {
    throw coreErrors.unknownCommentedPost();
  }
  const fields: Partial<CommentFields> = {
    ...(args.post === undefined ? {} : { post: args.post }),
    ...(args.parent === undefined ? {} : { parent: args.parent }),
    ...(args.author === undefined ? {} : { author: await authorOf(core, request) }),
    ...(args.author_name === undefined ? {} : { authorName: plainName(args.author_name) }),
    ...(args.author_url === undefined ? {} : { authorUrl: plainText(args.author_url) }),
    ...(given.has('content') ? { content: contentOf(request) } : {}),
    ...datesOf(core, request),
  };
  if (args.author_email !== undefined)
    await keepDetails(core, id, { ...(await detailsOf(core.entries, id)), email: plainText(args.author_email) });
  return changeRecord(request, aggregate, id, (unit) =>
    unit.decide(commentDecider, id, { type: 'Change', fields, status: requestedStatus(args.status) }, undefined),
  );
};

const deleteRoute = (core: Core): Route =>
  route({
    namespace: 'core/v2',
    path: '/comments/{id:\\d+}',
    methods: ['DELETE'],
    summary: 'Trashes or deletes a comment.',
    args: {
      id: idArg,
      force: boolean({ default: false, description: 'Deletes permanently instead of moving to the trash.' }),
    },
    answers: commentAnswers.remove,
    batch: true,
    permission: (request) => checkChange(core, request, coreErrors.cannotDeleteComment),
    handle: async (request) => {
      const before = await commentOf(core, request);
      const { id } = before;
      if (!request.args.force) {
        const trash = { type: 'Trash' } as const;
        const trashed = await changeRecord(request, aggregate, id, (unit) =>
          unit.decide(commentDecider, id, trash, undefined),
        );
        return changed(core, request, trashed);
      }
      const previous = await renderComment({ core, request, context: 'edit', links: false }, before);
      const remove = { type: 'Delete' } as const;
      await changeRecord(request, aggregate, id, (unit) => unit.decide(commentDecider, id, remove, undefined));
      await forgetDetails(core, id);
      return { body: { deleted: true, previous } };
    },
  });

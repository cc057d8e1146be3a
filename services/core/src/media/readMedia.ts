import { recordVersion } from '@almanac/event-sourcing';
import { can } from '@almanac/identity';
import { forbidden, type RestResponse, type Route, route } from '@almanac/rest';
import type { Core } from '../core.ts';
import { coreErrors } from '../errors.ts';
import { checkOrder, requestedList, totalOf } from '../posts/requestedList.ts';
import { contextArg, pagingOf } from '../requestArgs.ts';
import { checkRead, mediumOf, parentOf } from './mediaAccess.ts';
import { idArg } from './mediaArgs.ts';
import { checkStatuses, type ListRequest, mediaFilter, mediaSearch } from './mediaFilter.ts';
import { listArgs } from './mediaListArgs.ts';
import { mediaAnswers, mediaSchema } from './mediaSchema.ts';
import { mediumLink, renderMedia, renderMedium } from './mediaView.ts';
import { medium as aggregate, media } from './medium.ts';
import { pageOfMedia } from './readModels/mediaList.ts';

export const readMedia = (core: Core): Route[] => [listRoute(core), itemRoute(core)];

const listRoute = (core: Core): Route =>
  route({
    namespace: 'core/v2',
    path: '/media',
    methods: ['GET'],
    summary: 'Lists media.',
    args: listArgs,
    answers: mediaAnswers.list,
    schema: mediaSchema.published,
    permission: ({ args, principal }) => {
      if (args.context !== 'edit' || can(principal, 'edit_posts')) return true;
      throw forbidden(principal, coreErrors.cannotListEditableMedia);
    },
    handle: (request) => listMedia(core, request),
  });

const listMedia = async (core: Core, request: ListRequest): Promise<RestResponse> => {
  const { args } = request;
  const search = mediaSearch(args);
  checkStatuses(request);
  checkOrder(args, search);
  const query = requestedList(args, mediaFilter(core, request, search), search);
  const page = await pageOfMedia(core.documents, query);
  const total = await totalOf(core.documents, media, query, page.length);
  const body = await renderMedia({ core, request, context: args.context }, page);
  return { body, headers: pagingOf(request, total) };
};

const itemRoute = (core: Core): Route =>
  route({
    namespace: 'core/v2',
    path: '/media/{id:\\d+}',
    methods: ['GET'],
    summary: 'Reads a medium.',
    args: { id: idArg, context: contextArg },
    answers: mediaAnswers.read,
    schema: mediaSchema.published,
    permission: async (request) => {
      await checkRead(core, request, await mediumOf(core, request), request.args.context);
      return true;
    },
    handle: async (request) => {
      const medium = await mediumOf(core, request);
      const body = await renderMedium({ core, request, context: request.args.context }, medium);
      const link = mediumLink(request.site, medium, await parentOf(core, request, medium));
      const headers = { Link: `<${link}>; rel="alternate"; type=text/html` };
      return { body, version: recordVersion(aggregate, medium), headers };
    },
  });

import { createdId } from '@almanac/content-model';
import type { Filter } from '@almanac/documents';
import { recordVersion } from '@almanac/event-sourcing';
import { can, userId } from '@almanac/identity';
import {
  boolean,
  created,
  forUpdate,
  pagesOfRecords,
  type RestRequest,
  type RestResponse,
  type Route,
  route,
  sentUnchanged,
  text,
  type Values,
  withoutArgs,
} from '@almanac/rest';
import { plainText, wordsOrPhrase } from '@almanac/text';
import { z } from 'zod';
import { newestOf, pagedArgs, searchArg } from '../lists.ts';
import type { Misc } from '../misc.ts';
import { type Popup, popupDecider, popupDefaults, popups, statuses } from './popup.ts';
import { idArg, writeArgs } from './popupArgs.ts';
import { popupAnswer, popupView } from './popupView.ts';
import { change, decide, popupOf } from './popupWriting.ts';
import { requireOrder, sentFields } from './sentPopup.ts';

export const namespace = 'popup/v1';

/**
 * True if the principal may write popups and read their statistics: editors and administrators (docs/interface/popup.md
 * §1).
 */
export const mayEdit = ({ principal }: Pick<RestRequest, 'principal'>): boolean => can(principal, 'edit_others_posts');

const shared = { namespace, permission: mayEdit };
const notFound = { 404: ['popup_not_found'] };

/** Routes of popups (docs/interface/popup.md §2). */
export const popupRoutes = (misc: Misc): Route[] => [
  listRoute(misc),
  createRoute(misc),
  readRoute(misc),
  changeRoute(misc),
  deleteRoute(misc),
];

const answerOf = (misc: Misc, popup: Popup): RestResponse => ({
  body: viewOf(misc, popup),
  version: recordVersion(popupDecider, popup),
});

const viewOf = ({ settings }: Misc, popup: Popup) => popupView(popup, settings.current().timezone);

const listArgs = {
  ...pagedArgs,
  search: searchArg,
  status: text({ enum: statuses, description: 'Only popups with this status. Default: all except the trash.' }),
};

const filterOf = ({ search, status }: Values<typeof listArgs>): Filter => {
  const phrase = plainText(search ?? '');
  const words = phrase.split(' ').filter((word) => word !== '');
  return {
    all: [
      status === undefined ? { field: 'status', in: ['draft', 'publish'] } : { field: 'status', equals: status },
      ...(words.length === 0 ? [] : [{ texts: ['title', 'content'], words: wordsOrPhrase(words, phrase) }]),
    ],
  };
};

const listRoute = (misc: Misc): Route =>
  route({
    ...shared,
    path: '/popups',
    methods: ['GET'],
    summary: 'Lists popups, newest first.',
    args: listArgs,
    answers: { 200: pagesOfRecords(popupAnswer) },
    handle: async (request) => {
      const { found, headers } = await newestOf<Popup>(misc, request, popups, filterOf(request.args));
      return { body: found.map((popup) => viewOf(misc, popup)), headers };
    },
  });

const createRoute = (misc: Misc): Route =>
  route({
    ...shared,
    path: '/popups',
    methods: ['POST'],
    summary: 'Creates a popup.',
    args: writeArgs,
    answers: { 201: created(popupAnswer) },
    handle: async (request) => {
      const { title, status } = request.args;
      const fields = { ...popupDefaults, title, ...(await sentFields(request, misc.settings.current().timezone)) };
      requireOrder(fields);
      const id = await misc.numbers.next('records');
      const command = { type: 'CreatePopup', fields, status, author: userId(request.principal) ?? 0 } as const;
      return createdAnswer(misc, request, await decide(request, id, command));
    },
    recover: async (request, commit) =>
      createdAnswer(misc, request, await popupOf(misc, createdId(commit, 'PopupCreated'))),
  });

const createdAnswer = (misc: Misc, { apiRoot }: Pick<RestRequest, 'apiRoot'>, popup: Popup): RestResponse => ({
  ...answerOf(misc, popup),
  status: 201,
  headers: { Location: `${apiRoot}/${namespace}/popups/${popup.id}` },
});

const readRoute = (misc: Misc): Route =>
  route({
    ...shared,
    path: '/popups/{id:\\d+}',
    methods: ['GET'],
    summary: 'Reads a popup.',
    args: { id: idArg },
    answers: { 200: popupAnswer, ...notFound },
    handle: async ({ captures }) => answerOf(misc, await popupOf(misc, Number(captures.id))),
  });

const changeRoute = (misc: Misc): Route =>
  route({
    ...shared,
    path: '/popups/{id:\\d+}',
    methods: ['POST', 'PUT', 'PATCH'],
    summary: 'Changes a popup. Setting a status restores it from the trash.',
    args: { id: idArg, ...forUpdate(writeArgs) },
    answers: { 200: popupAnswer, ...notFound },
    handle: async (received) => {
      const shown = viewOf(misc, await popupOf(misc, Number(received.captures.id)));
      const request = withoutArgs(received, sentUnchanged(received, shown));
      const { id: _, ...args } = request.args;
      const changes = await sentFields({ ...request, args }, misc.settings.current().timezone);
      return answerOf(misc, await change(request, { type: 'ChangePopup', changes, status: args.status }));
    },
    recover: async ({ captures }) => answerOf(misc, await popupOf(misc, Number(captures.id))),
  });

const removed = z.strictObject({ deleted: z.literal(true), previous: popupAnswer });

const deleteRoute = (misc: Misc): Route =>
  route({
    ...shared,
    path: '/popups/{id:\\d+}',
    methods: ['DELETE'],
    summary: 'Trashes or deletes a popup.',
    args: {
      id: idArg,
      force: boolean({ default: false, description: 'Deletes permanently instead of moving to the trash.' }),
    },
    answers: { 200: z.union([popupAnswer, removed]), ...notFound, 410: ['rest_already_trashed'] },
    handle: async (request) => {
      if (!request.args.force) return answerOf(misc, await change(request, { type: 'TrashPopup' }));
      const previous = await popupOf(misc, Number(request.captures.id));
      await change(request, { type: 'DeletePopup' });
      return { body: { deleted: true, previous: viewOf(misc, previous) } };
    },
  });

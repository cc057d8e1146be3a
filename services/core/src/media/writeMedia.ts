import { recordVersion } from '@almanac/event-sourcing';
import { boolean, forUpdate, type RestRequest, type Route, route } from '@almanac/rest';
import { changeRecord } from '../changeRecord.ts';
import type { Core } from '../core.ts';
import { coreErrors } from '../errors.ts';
import { withoutStored } from '../posts/meta/withoutStored.ts';
import { siteOfRequest } from '../posts/postWriting.ts';
import { checkAuthor, checkMedium } from './checkMedium.ts';
import { dropFiles, recordDeletedFiles } from './files/unsettledFiles.ts';
import { checkDelete, checkEdit, mediumOf } from './mediaAccess.ts';
import { idArg, writeArgs } from './mediaArgs.ts';
import type { MediaCore } from './mediaPorts.ts';
import { mediaAnswers } from './mediaSchema.ts';
import { renderMedium } from './mediaView.ts';
import { medium as aggregate, type Medium } from './medium.ts';
import { mediumDecider } from './mediumCommands.ts';
import { changeMedium } from './mediumWriting.ts';
import { requestedMedium, type SentMedium } from './requestedMedium.ts';

export const writeMedia = (core: MediaCore): Route[] => [updateRoute(core), deleteRoute(core)];

const updateRoute = (core: Core): Route =>
  route({
    namespace: 'core/v2',
    path: '/media/{id:\\d+}',
    methods: ['POST', 'PUT', 'PATCH'],
    summary: 'Changes a medium.',
    args: { id: idArg, ...forUpdate(writeArgs) },
    answers: mediaAnswers.change,
    permission: async (request) => {
      checkEdit(request, await mediumOf(core, request));
      checkAuthor(request, request);
      return true;
    },
    handle: async (request) => {
      const medium = await change(core, request, await mediumOf(core, request));
      const body = await renderMedium({ core, request, context: 'edit' }, medium);
      return { body, version: recordVersion(aggregate, medium) };
    },
  });

const change = async (core: Core, request: RestRequest<SentMedium['args']>, before: Medium): Promise<Medium> => {
  const { id, title, caption, description, meta } = before;
  const asked = withoutStored(request, { title, caption, description }, meta);
  const input = await checkMedium(core, request, requestedMedium(core, request, asked), before);
  return changeRecord(request, aggregate, id, (unit) =>
    changeMedium(unit, siteOfRequest(core, request), { id, input }),
  );
};

const deleteArgs = {
  id: idArg,
  force: boolean({ default: false, description: 'Must be true: media have no trash.' }),
};

const deleteRoute = (core: MediaCore): Route =>
  route({
    namespace: 'core/v2',
    path: '/media/{id:\\d+}',
    methods: ['DELETE'],
    summary: 'Deletes a medium and its files.',
    args: deleteArgs,
    answers: mediaAnswers.remove,
    permission: async (request) => {
      checkDelete(request, await mediumOf(core, request));
      return true;
    },
    handle: async (request) => {
      const gone = await mediumOf(core, request);
      if (!request.args.force) throw coreErrors.trashNotSupported();
      const previous = await renderMedium({ core, request, context: 'edit', links: false }, gone);
      await remove(core, request, gone);
      return { body: { deleted: true, previous } };
    },
  });

/**
 * Deletes a medium, then its files. The files are recorded before the commit, so that a crash does not leave them
 * behind.
 */
const remove = async (core: MediaCore, request: RestRequest<unknown>, { id, paths }: Medium): Promise<void> => {
  const ports = { ...core, ...core.media };
  const letGo = await core.references.gather({ kind: 'media', id });
  await recordDeletedFiles(ports, paths);
  await changeRecord(request, aggregate, id, async (unit) => {
    await unit.decide(mediumDecider, id, { type: 'Delete' }, undefined);
    await letGo(unit);
  });
  await dropFiles(ports, paths);
};

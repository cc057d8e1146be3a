import { createdId } from '@almanac/content-model';
import { recordVersion } from '@almanac/event-sourcing';
import { can, userId } from '@almanac/identity';
import {
  type FoundCommit,
  forbidden,
  type RestRequest,
  type RestResponse,
  type Route,
  readArgs,
  route,
} from '@almanac/rest';
import { spendRequest } from '@almanac/service';
import type { Core } from '../core.ts';
import { coreErrors } from '../errors.ts';
import { siteOfRequest } from '../posts/postWriting.ts';
import { checkAuthor, checkMedium, refuseId } from './checkMedium.ts';
import { writeArgs } from './mediaArgs.ts';
import type { MediaCore } from './mediaPorts.ts';
import { mediaAnswers } from './mediaSchema.ts';
import { renderMedium } from './mediaView.ts';
import { medium as aggregate, type Medium } from './medium.ts';
import { mediumById } from './readModels/mediaList.ts';
import { requestedMedium, type SentMedium } from './requestedMedium.ts';
import { storeMedium } from './storeMedium.ts';
import { withReceivedFile } from './upload/receivedFile.ts';
import { type ReceivedUpload, receiveUpload, uploadForm } from './upload/receiveUpload.ts';

/** `POST /core/v2/media` (docs/interface/core-media.md §3). */
export const uploadMedium = (core: MediaCore): Route =>
  route({
    namespace: 'core/v2',
    path: '/media',
    methods: ['POST'],
    summary: 'Uploads a file.',
    args: writeArgs,
    answers: mediaAnswers.create,
    body: 'file',
    permission: (request) => {
      refuseId(request.params);
      checkAuthor(request, request);
      checkUpload(request);
      return true;
    },
    handle: async (request) => {
      await countUpload(core, request);
      const { folder, limit } = { folder: core.media.incoming, limit: core.media.limits.bytes };
      const received = await receiveUpload(request, { folder, limit });
      const { medium, position } = await withReceivedFile(received.upload.file, () =>
        storeReceived(core, request, received),
      );
      return answer(core, request, medium, position);
    },
    recover: (request, commit) => recovered(core, request, commit),
  });

/** @throws DomainError 429 beyond the limit `upload` of a user */
const countUpload = ({ media }: MediaCore, { principal }: Pick<RestRequest, 'principal'>): Promise<void> =>
  spendRequest(media.uploads, String(userId(principal)));

/** @throws DomainError 401 or 403 `rest_cannot_create` */
const checkUpload = ({ principal }: Pick<RestRequest, 'principal'>): void => {
  if (can(principal, 'upload_files')) return;
  throw forbidden(principal, coreErrors.cannotUpload);
};

/** Returns the arguments of the query and of the form's fields; fields take precedence. */
const sentWith = (request: RestRequest<SentMedium['args']>, { fields }: ReceivedUpload): SentMedium => {
  if (uploadForm(request.headers) === 'raw') return request;
  refuseId(fields);
  const sent = readArgs(writeArgs, [fields, request.params]);
  checkAuthor(request, sent);
  return sent;
};

/** Stores a received file with the values of its fields. @throws DomainError */
const storeReceived = async (core: MediaCore, request: RestRequest<SentMedium['args']>, received: ReceivedUpload) => {
  const { principal, commands, context } = request;
  const signal = request.abandoned();
  const asked = requestedMedium(core, request, sentWith(request, received));
  const input = await checkMedium(core, request, asked);
  const { result: medium, position } = await storeMedium(
    core,
    {
      commands,
      context,
      contentSite: siteOfRequest(core, request),
      mayRun: can(principal, 'unfiltered_html'),
      signal,
    },
    { upload: received.upload, input: { author: userId(principal), ...input }, source: null },
  );
  return { medium, position };
};

const answer = async (
  core: Core,
  request: RestRequest<unknown>,
  medium: Medium,
  position: number | undefined,
): Promise<RestResponse> => ({
  status: 201,
  body: await renderMedium({ core, request, context: 'edit' }, medium),
  headers: {
    Location: `${request.apiRoot}/core/v2/media/${medium.id}`,
    'X-Core-Upload-Attachment-ID': medium.id,
  },
  version: recordVersion(aggregate, medium),
  position,
});

/** Returns the answer of a repeated upload whose first answer was lost. */
const recovered = async (core: Core, request: RestRequest<unknown>, commit: FoundCommit) => {
  const medium = await mediumById(core.documents, createdId(commit, 'MediumUploaded'));
  if (medium === undefined) throw coreErrors.unknownMedium();
  return answer(core, request, medium, commit.position);
};

import { ensureMediaOfCore } from '@almanac/contracts';
import { can, userId } from '@almanac/identity';
import { contractArgs, invalidParams, isWebAddress, type RestRequest, type Route, route } from '@almanac/rest';
import { fetchMedia, knownMedia, type MediaByAddress } from '../media/fetchMedia.ts';
import { readableMedia } from '../media/mediaAccess.ts';
import type { MediaCore } from '../media/mediaPorts.ts';
import { isImage } from '../media/medium.ts';
import { mediaById } from '../media/readModels/mediaList.ts';
import { siteOfRequest } from '../posts/postWriting.ts';
import { factsOfMedium } from './mediaFacts.ts';

const isAddress = (image: number | string): image is string => typeof image === 'string';

/**
 * Internal route that finds pictures that the caller may read by ids and addresses. With `fetch` new addresses are
 * fetched, all of them or none, if the caller may upload. It returns the facts of pictures in the requested order, null
 * for a missing picture.
 */
export const ensureMedia = (core: MediaCore): Route =>
  route({
    namespace: 'internal',
    path: '/media',
    methods: ['POST'],
    summary: 'Finds pictures, or fetches them.',
    hidden: true,
    args: contractArgs(ensureMediaOfCore),
    // OPTIONS evaluates this without arguments, for callers who may upload
    permission: ({ args, principal }) => can(principal, 'upload_files') || args.images?.every(isId) === true,
    handle: async (request) => {
      const { images, fetch } = request.args;
      if (!images.filter(isAddress).every(isWebAddress))
        throw invalidParams({ images: '{name} is neither an id nor an address.' });
      const stored = new Map((await mediaById(core.documents, images.filter(isId))).map((each) => [each.id, each]));
      const addresses = images.filter(isAddress);
      const found = await (fetch ? fetchAt(core, request, addresses) : knownMedia(core, addresses, request.site));
      const named = images.map((image) => (isAddress(image) ? found.get(image) : stored.get(image)));
      const pictures = named.filter((medium) => medium !== undefined).filter(isImage);
      const readable = new Set(await readableMedia(core.documents, request.principal, pictures));
      const media = named.map((medium) =>
        medium !== undefined && readable.has(medium) ? { ...factsOfMedium(medium), id: medium.id } : null,
      );
      return { body: { media } };
    },
  });

const isId = (image: number | string): image is number => typeof image === 'number';

const fetchAt = (
  core: MediaCore,
  request: RestRequest<unknown>,
  addresses: readonly string[],
): Promise<MediaByAddress> => {
  const { commands, context, principal, site } = request;
  const storing = {
    commands,
    context,
    contentSite: siteOfRequest(core, request),
    mayRun: false,
    signal: request.abandoned(),
  };
  return fetchMedia(core, { ...storing, site, author: userId(principal) }, addresses);
};

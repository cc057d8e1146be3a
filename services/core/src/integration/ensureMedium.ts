import { can, userId } from '@almanac/identity';
import { anything, invalid, isWebAddress, type RestRequest, type Route, route } from '@almanac/rest';
import { fetchMedium } from '../media/fetchMedium.ts';
import type { MediaCore } from '../media/mediaPorts.ts';
import { isImage, type Medium } from '../media/medium.ts';
import { mediumById } from '../media/readModels/mediaList.ts';
import { siteOfRequest } from '../posts/postWriting.ts';
import { factsOfMedium } from './mediaFacts.ts';

/** A number is an id, a text the address of a picture. */
const reference = anything({
  parse: (value) =>
    Number.isInteger(value) || (typeof value === 'string' && isWebAddress(value))
      ? (value as number | string)
      : invalid('{name} is neither an id nor an address.'),
  required: true,
  description: 'The id of a stored picture, or the address of one to fetch.',
});

/**
 * For other services: finds a picture by its id or its address, and fetches one whose address is new, for those who may
 * upload. Answers what others keep of it, or null where there is no such picture.
 */
export const ensureMedium = (core: MediaCore): Route =>
  route({
    namespace: 'internal',
    path: '/media',
    methods: ['POST'],
    summary: 'Finds a picture, or fetches it.',
    hidden: true,
    args: { image: reference },
    permission: ({ args, principal }) => typeof args.image === 'number' || can(principal, 'upload_files'),
    handle: async (request) => {
      const found = await find(core, request, request.args.image);
      return { body: { medium: found === undefined ? null : { ...factsOfMedium(found), id: found.id } } };
    },
  });

const find = async (
  core: MediaCore,
  request: RestRequest<unknown>,
  image: number | string,
): Promise<Medium | undefined> => {
  const { commands, context, principal, site } = request;
  if (typeof image === 'string') {
    const author = userId(principal);
    const contentSite = siteOfRequest(core, request);
    const fetching = { commands, context, contentSite, site, mayRun: false, author };
    return fetchMedium(core, fetching, image);
  }
  const medium = await mediumById(core.documents, image);
  return medium !== undefined && isImage(medium) ? medium : undefined;
};

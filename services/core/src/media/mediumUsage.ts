import { findMediumUses, sumOfUses } from '@almanac/content-model';
import {
  findMediumUsesOfCalendar,
  findMediumUsesOfMisc,
  type MediumUses,
  mediumUses,
  type NamedMedium,
} from '@almanac/contracts';
import { type RestRequest, type Route, route } from '@almanac/rest';
import { askInternal } from '@almanac/service';
import { ATTACHED_MEDIA } from '@almanac/text';
import type { Core } from '../core.ts';
import { type Post, posts } from '../posts/post.ts';
import { visibleOfAnyType } from '../posts/readModels/visiblePosts.ts';
import { checkEdit, mediumOf } from './mediaAccess.ts';
import { idArg } from './mediaArgs.ts';
import type { Medium } from './medium.ts';

type Caller = Pick<RestRequest, 'principal'>;

/** Returns the posts and pages that use a medium; a gallery of a post without ids shows the media attached to it. */
const usesInPosts = (
  { documents }: Pick<Core, 'documents'>,
  { principal }: Caller,
  named: NamedMedium,
  { parent }: Medium,
): Promise<MediumUses> => {
  const kind = {
    collection: posts,
    hasImage: true,
    typeOf: ({ type }: Post) => type,
    visible: visibleOfAnyType(principal),
    or: {
      all: [
        { field: 'id', equals: parent },
        { field: 'mediaInTexts', contains: [ATTACHED_MEDIA] },
      ],
    },
  };
  return findMediumUses<Post>(documents, kind, named);
};

/** Returns the uses in the records of another service. @throws ServiceUnavailableError or its refusal */
const usesOf = async (
  { fetchInternal }: Pick<Core, 'fetchInternal'>,
  { principal }: Caller,
  contract: typeof findMediumUsesOfCalendar | typeof findMediumUsesOfMisc,
  send: NamedMedium,
): Promise<MediumUses> => {
  const { body, refused } = await askInternal(fetchInternal, contract, { send, principal });
  if (refused !== undefined) throw refused;
  return body;
};

const logoUse = { type: 'settings', id: 0, title: '', status: 'publish', language: '', as: ['logo' as const] };

/** Lists the records that use a medium, for people who may edit it (docs/interface/core-media.md §6). */
export const mediumUsage = (core: Core): Route =>
  route({
    namespace: 'core/v2',
    path: '/media/{id:\\d+}/usage',
    methods: ['GET'],
    summary: 'Lists the records that use a medium.',
    args: { id: idArg },
    answers: {
      200: mediumUses,
      401: ['rest_cannot_edit'],
      403: ['rest_cannot_edit'],
      404: ['rest_post_invalid_id'],
    },
    permission: async (request) => {
      checkEdit(request, await mediumOf(core, request));
      return true;
    },
    handle: async (request) => {
      const medium = await mediumOf(core, request);
      const named = { medium: medium.id, names: [String(medium.id), ...medium.paths] };
      const isLogo = core.settings.current().site_logo === medium.id;
      const parts = await Promise.all([
        usesInPosts(core, request, named, medium),
        usesOf(core, request, findMediumUsesOfCalendar, named),
        usesOf(core, request, findMediumUsesOfMisc, named),
      ]);
      const logo: MediumUses = isLogo ? { total: 1, hidden: 0, uses: [logoUse] } : sumOfUses([]);
      return { body: sumOfUses([logo, ...parts]) };
    },
  });

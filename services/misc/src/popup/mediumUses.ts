import { findMediumUses } from '@almanac/content-model';
import { findMediumUsesOfMisc } from '@almanac/contracts';
import type { Filter } from '@almanac/documents';
import { contractArgs, type Route, route } from '@almanac/rest';
import type { Misc } from '../misc.ts';
import { type Popup, popups } from './popup.ts';
import { mayEdit } from './popupRoutes.ts';

/** The route by which core finds the popups that use a medium (docs/interface/core-media.md §6). */
export const mediumUsesRoute = ({ documents }: Pick<Misc, 'documents'>): Route =>
  route({
    namespace: 'internal',
    path: '/medium-uses',
    methods: ['POST'],
    summary: findMediumUsesOfMisc.description,
    hidden: true,
    args: contractArgs(findMediumUsesOfMisc),
    permission: ({ principal }) => principal.kind === 'user',
    handle: async (request) => {
      const visible: Filter | undefined = mayEdit(request) ? undefined : { any: [] };
      const kind = { collection: popups, hasImage: false, typeOf: () => 'popup', visible };
      return { body: await findMediumUses<Popup>(documents, kind, request.args) };
    },
  });

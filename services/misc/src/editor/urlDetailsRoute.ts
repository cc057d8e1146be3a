import { can } from '@almanac/identity';
import { forbidden, type Route, route, uri } from '@almanac/rest';
import { z } from 'zod';
import { miscErrors } from '../errors.ts';
import type { Misc } from '../misc.ts';
import { isOwnAddress } from '../oembed/embeds/siteAddress.ts';
import { lookUpSignal } from '../oembed/providers/fetchText.ts';
import { createLookUpBudget } from '../oembed/providers/lookUpBudget.ts';
import { detailsElsewhere } from './detailsElsewhere.ts';
import { detailsHere } from './detailsHere.ts';

const absenceErrors = { no_response: miscErrors.noResponse, no_content: miscErrors.noContent } as const;

const answer = z
  .strictObject({ title: z.string(), icon: z.string(), description: z.string(), image: z.string() })
  .meta({ id: 'UrlDetails' });

/** `GET /editor/v1/url-details`: returns the details of a linked page to authors (docs/interface/editor.md §1). */
export const urlDetailsRoute = (misc: Misc): Route => {
  const ports = { ...misc, spend: createLookUpBudget(misc.limits) };
  return route({
    namespace: 'editor/v1',
    path: '/url-details',
    methods: ['GET'],
    summary: 'Returns title, picture and description of a web page.',
    args: { url: uri({ required: true, web: true, description: 'The address.' }) },
    answers: {
      200: answer,
      401: ['rest_cannot_view_url_details'],
      403: ['rest_cannot_view_url_details'],
      404: ['no_response', 'no_content'],
    },
    permission: ({ principal }) => {
      if (can(principal, 'edit_posts')) return true;
      throw forbidden(principal, miscErrors.detailsForbidden);
    },
    handle: async (request) => {
      const { url } = request.args;
      const found = isOwnAddress(url, request.site)
        ? await detailsHere(misc, request, url)
        : await detailsElsewhere({ ...ports, signal: lookUpSignal(request) }, new URL(url), request.context.principal);
      if ('none' in found) throw absenceErrors[found.none]();
      return { body: found.details };
    },
  });
};

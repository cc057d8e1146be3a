import { anything, type RenderedAnswer, type Route, route, uri } from '@almanac/rest';
import { miscErrors } from '../../errors.ts';
import type { Misc } from '../../misc.ts';
import { embedAddress } from './embedAddress.ts';
import { embedSchema } from './embedSchema.ts';
import { wholeNumber } from './embedSize.ts';
import { embedXml } from './embedXml.ts';
import { cleanAddress } from './siteAddress.ts';

export const OEMBED = 'oembed/1.0';
export const DEFAULT_WIDTH = 600;

/** Renders answers and errors as XML if requested (docs/interface/oembed.md §4). */
const asXml = (
  { body }: { readonly body: unknown },
  query: Readonly<Record<string, unknown>>,
): RenderedAnswer | undefined => {
  if (query.format !== 'xml') return undefined;
  const xml = embedXml(body);
  if (xml === undefined) return { status: 501, body: 'Not Implemented', contentType: 'text/plain; charset=UTF-8' };
  return { body: xml, contentType: 'text/xml; charset=UTF-8' };
};

/** `GET /oembed/1.0/embed`: returns the embed data of a page of this site. */
export const embedRoute = (misc: Misc): Route =>
  route({
    namespace: OEMBED,
    path: '/embed',
    methods: ['GET'],
    summary: 'Returns the embed data of a page of this site.',
    args: {
      url: uri({ required: true, description: 'The address of the page.' }),
      format: anything({ parse: String, default: 'json', description: 'The form of the answer: json or xml.' }),
      maxwidth: anything({ parse: wholeNumber, default: DEFAULT_WIDTH, description: 'The maximum size in pixels.' }),
    },
    answers: {
      200: { body: embedSchema, contentTypes: ['text/xml'] },
      404: ['oembed_invalid_url'],
      501: { contentTypes: ['text/plain'] },
    },
    render: asXml,
    handle: async (request) => {
      const { url, maxwidth: width } = request.args;
      const body = await embedAddress(misc, request, { address: cleanAddress(url), width });
      if (body === undefined) throw miscErrors.nothingToEmbed();
      return { body };
    },
  });

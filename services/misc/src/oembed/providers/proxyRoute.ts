import { can } from '@almanac/identity';
import { boolean, integer, type RestRequest, type Route, route, text, uri } from '@almanac/rest';
import { miscErrors } from '../../errors.ts';
import type { Misc } from '../../misc.ts';
import { embedAddress } from '../embeds/embedAddress.ts';
import { DEFAULT_WIDTH, OEMBED } from '../embeds/embedRoute.ts';
import { embedSchema } from '../embeds/embedSchema.ts';
import { cleanAddress, isOwnAddress } from '../embeds/siteAddress.ts';
import { createAllowList, type Providers } from './allowList.ts';
import { builtInHandler } from './builtInHandlers.ts';
import { lookUpSignal } from './fetchText.ts';
import { cachedLookUp, type LookUp, type LookUpPorts, lookUp } from './lookUp.ts';
import { createLookUpBudget } from './lookUpBudget.ts';

const args = {
  url: uri({ required: true, description: 'The address to embed.' }),
  format: text({ enum: ['json', 'xml'], default: 'json', description: 'The format to request from providers.' }),
  maxwidth: integer({ default: DEFAULT_WIDTH, description: 'The maximum width in pixels.' }),
  maxheight: integer({ description: 'The maximum height in pixels.' }),
  discover: boolean({
    default: true,
    description: 'True if embed data are also discovered on pages of unknown providers.',
  }),
};

/** Misc with the allow list of providers. */
export interface AskingMisc extends Misc {
  /** Providers whose embed data are trusted. */
  readonly providers: Providers;
}

/**
 * `GET /oembed/1.0/proxy`: returns the embed data of a page, of this site or of another one, to authors
 * (docs/interface/oembed.md §5).
 */
export const proxyRoute = (misc: AskingMisc): Route => {
  const ports: Omit<LookUpPorts, 'signal'> = {
    ...misc,
    providerOf: createAllowList(misc.providers),
    spend: createLookUpBudget(misc.limits),
  };
  return route({
    namespace: OEMBED,
    path: '/proxy',
    methods: ['GET'],
    summary: 'Returns the embed data of a page for the editor of posts.',
    args,
    answers: { 200: embedSchema, 404: ['oembed_invalid_url'] },
    permission: ({ principal }) => can(principal, 'edit_posts'),
    handle: async (request) => {
      const { url, maxwidth, maxheight, ...more } = request.args;
      const wanted: LookUp = {
        ...more,
        url: cleanAddress(url),
        maxwidth: Math.abs(maxwidth),
        maxheight: maxheight === undefined ? undefined : Math.abs(maxheight),
      };
      const body = (await found(misc, ports, { request, wanted })) ?? builtInHandler(wanted.url);
      if (body === undefined) throw miscErrors.nothingToEmbed();
      return { body };
    },
  });
};

interface ProxyRequest {
  readonly request: RestRequest;
  readonly wanted: LookUp;
}

/** Returns the embed data. Pages of this site are never fetched over HTTP. */
const found = async (misc: Misc, ports: Omit<LookUpPorts, 'signal'>, { request, wanted }: ProxyRequest) => {
  const { url, maxwidth: width } = wanted;
  const kept = await cachedLookUp(misc.entries, wanted);
  if (kept !== undefined) return kept ?? undefined;
  if (isOwnAddress(url, request.site)) return embedAddress(misc, request, { address: url, width });
  if (!URL.canParse(url)) return undefined;
  return lookUp({ ...ports, signal: lookUpSignal(request) }, wanted, request.context.principal);
};

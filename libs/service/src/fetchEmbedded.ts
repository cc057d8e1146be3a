import { ownerOfEmbedded, type ServiceName } from '@almanac/contracts';
import { callerHeaders, type FetchEmbedded } from '@almanac/rest';
import type { FetchInternal } from './fetchInternal.ts';

/**
 * Creates the function by which a service reads the embeddable links of its records from the services that own them, in
 * the name of the caller. Its answers are undefined for links that the contracts do not name.
 */
export const createFetchEmbedded =
  (asker: ServiceName, fetchInternal: FetchInternal): FetchEmbedded =>
  async ({ target, received: { path, caller } }) => {
    const owner = ownerOfEmbedded(asker, path);
    if (owner === undefined) return undefined;
    const { principal, language, site, apiRoot, requestId: correlation } = caller;
    const headers = { [callerHeaders.site]: site, [callerHeaders.apiRoot]: apiRoot };
    return (await fetchInternal(owner, target, { principal, language, headers, correlation })).body;
  };

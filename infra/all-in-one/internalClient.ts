import { isObject } from '@almanac/rest';
import type { FetchInternal } from '@almanac/service';
import { RefusedError, type SiteClient } from '../import/siteClient.ts';

/** Creates a client that calls core as the site itself. */
export const clientOf = (fetchInternal: FetchInternal): SiteClient => ({
  request: async <Body>(method: string, path: string, body?: unknown) => {
    const answer = await fetchInternal('core', path, { method, ...(body !== undefined && { body }) });
    // the caller knows the type of its route's answer
    if (answer.status < 400) return answer.body as Body;
    const refusal: Readonly<Record<string, unknown>> = isObject(answer.body) ? answer.body : {};
    throw new RefusedError(answer.status, String(refusal.code), String(refusal.message));
  },
});

import type { FetchInternal } from '@almanac/service';
import { RefusedError, type SiteClient } from '../import/siteClient.ts';

/** Creates a client that calls core as the site itself. */
export const clientOf = (fetchInternal: FetchInternal): SiteClient => ({
  request: async <Body>(method: string, path: string, body?: unknown) => {
    const answer = await fetchInternal('core', path, { method, ...(body !== undefined && { body }) });
    // The caller knows the type of its route's answer; every refusal has a code and a message.
    if (answer.status < 400) return answer.body as Body;
    const { code, message } = answer.body as { code: string; message: string };
    throw new RefusedError(answer.status, code, message);
  },
});

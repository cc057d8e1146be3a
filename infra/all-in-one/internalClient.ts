import type { FetchInternal } from '@almanac/service';
import { RefusedError, type SiteClient } from '../import/siteClient.ts';

/** A client that asks core as the site itself. */
export const clientOf = (fetchInternal: FetchInternal): SiteClient => ({
  request: async <Body>(method: string, path: string, body?: unknown) => {
    const answer = await fetchInternal('core', path, { method, ...(body !== undefined && { body }) });
    // the caller knows what its route answers, and every refusal has a code and a message
    if (answer.status < 400) return answer.body as Body;
    const { code, message } = answer.body as { code: string; message: string };
    throw new RefusedError(answer.status, code, message);
  },
});

import { defaultLanguage } from '@almanac/i18n';
import { callerHeaders } from '@almanac/rest';
import type { FetchInternal } from '@almanac/service';
import { RefusedError, type SiteClient } from '../import/siteClient.ts';

/**
 * Creates a client that calls core as the site itself.
 * @param restPrefix the segment of REST addresses after the language, if it is not the default
 */
export const clientOf = (fetchInternal: FetchInternal, restPrefix?: string): SiteClient => ({
  request: async <Body>(method: string, path: string, body?: unknown) => {
    const headers = restPrefix === undefined ? {} : { [callerHeaders.apiRoot]: `/${defaultLanguage()}/${restPrefix}` };
    const answer = await fetchInternal('core', path, { method, headers, ...(body !== undefined && { body }) });
    // The caller knows the type of its route's answer; every refusal has a code and a message.
    if (answer.status < 400) return answer.body as Body;
    const { code, message } = answer.body as { code: string; message: string };
    throw new RefusedError(answer.status, code, message);
  },
});

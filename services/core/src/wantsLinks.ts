import type { RestRequest } from '@almanac/rest';

/** True if the answer needs `_links`: the client asks for them, or for the records that they embed. */
export const wantsLinks = (request: Pick<RestRequest, 'wants'>): boolean =>
  request.wants('_links') || request.wants('_embedded');

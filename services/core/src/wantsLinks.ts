import type { RestRequest } from '@almanac/rest';

/** Whether `_links` must be made: where they are asked for, or what they lead to is. */
export const wantsLinks = (request: Pick<RestRequest, 'wants'>): boolean =>
  request.wants('_links') || request.wants('_embedded');

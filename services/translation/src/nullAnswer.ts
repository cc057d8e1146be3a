import type { DeclaredAnswer, RestResponse } from '@almanac/rest';

/**
 * An answer with the JSON value `null`. Other routes of the site have an empty body then, but clients of these routes
 * parse it.
 */
export const nullAnswer: Pick<RestResponse, 'body' | 'contentType'> = {
  body: 'null',
  contentType: 'application/json; charset=UTF-8',
};

export const nullType: Pick<DeclaredAnswer, 'contentTypes'> = { contentTypes: ['application/json'] };

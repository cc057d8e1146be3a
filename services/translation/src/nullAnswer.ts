import type { DeclaredAnswer, RestResponse } from '@almanac/rest';

/** An answer of JSON's `null`: other routes of the site answer nothing at all then, clients of these parse it. */
export const nullAnswer: Pick<RestResponse, 'body' | 'contentType'> = {
  body: 'null',
  contentType: 'application/json; charset=UTF-8',
};

export const nullType: Pick<DeclaredAnswer, 'contentTypes'> = { contentTypes: ['application/json'] };

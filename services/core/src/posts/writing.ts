import type { RestRequest } from '@almanac/rest';
import type { Core } from '../core.ts';
import type { Writing } from './createPost.ts';
import { prefixOf, reservedSlugs } from './postPath.ts';

/** Where a request writes posts. */
export const writingOf = (core: Core, request: Pick<RestRequest, 'apiRoot'>): Writing => ({
  reserved: reservedSlugs(prefixOf(request)),
  zone: core.settings.current().timezone,
});

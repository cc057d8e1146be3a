import { type AddressFields, type ContentState, hasPage, slugScope } from '@almanac/content-model';
import { permalinkOf } from '@almanac/contracts';
import type { UniqueName } from '@almanac/event-sourcing';
import { languageCodes } from '@almanac/i18n';
import { pagePath } from '../addresses.ts';
import type { Core } from '../core.ts';
import type { Post } from './post.ts';

/** Returns the path of a post's page; null if it has none (docs/interface/pages.md §1). */
export const publicPath = (
  { slug, status, language, ancestors = [] }: AddressFields,
  defaultLanguage: string,
): string | null => (hasPage(status) && slug !== '' ? pagePath(language, defaultLanguage, [...ancestors, slug]) : null);

/** Returns the scope of a slug: pages at the top share their addresses with posts; siblings share those below a page. */
export const postScope = ({ language, parent = 0 }: Pick<ContentState, 'language' | 'parent'>): string =>
  parent === 0 ? slugScope('post', language) : `slug/page-${parent}/${language}`;

/** Returns the slug as a unique name of the post or page; none for a deleted one or an empty slug. */
export const postNames = ({ slug, deleted, ...state }: Post): readonly UniqueName[] =>
  slug === '' || deleted ? [] : [{ scope: postScope(state), name: slug }];

/** Returns the address of `guid`: that of another site, if the post has been copied from there. */
export const guidAddress = (site: string, { guid }: Pick<Post, 'guid'>): string =>
  guid.startsWith('/') ? `${site}${guid}` : guid;

/** Returns the path of `guid`: that of the page without permalinks, or the plain form that every record has. */
export const guidPath = (post: AddressFields & Pick<Post, 'id'>, defaultLanguage: string): string =>
  publicPath(post, defaultLanguage) ?? `/?p=${post.id}`;

/** Returns the path of `link`: that of the page, or the plain form that every record has. */
export const linkPath = (
  post: AddressFields & Pick<Post, 'id' | 'type' | 'date'>,
  { languages, settings }: Pick<Core, 'languages' | 'settings'>,
): string =>
  permalinkOf({ ...post, path: publicPath(post, languages.defaultLanguage) }, settings.current()) ?? `/?p=${post.id}`;

/** First segments of addresses used by other pages; a post's slug that would hide one gets a number. */
const SEGMENTS = [
  'event',
  'venue',
  'organizer',
  'events',
  'category',
  'tag',
  'author',
  'uploads',
  'search',
  'feed',
  'admin',
  'internal',
  'health',
  'ready',
  'metrics',
];

/** Slugs that would hide an address below a page. */
export const slugsBelowPages: ReadonlySet<string> = new Set(['embed', 'page', 'feed']);

/** Returns the reserved slugs. @param prefix of the REST root, if a request used it */
export const reservedSlugs = (prefix = ''): ReadonlySet<string> =>
  new Set([...SEGMENTS, ...languageCodes(), prefix.toLowerCase()]);

/** Returns the prefix of the REST root in the address of this request. */
export const prefixOf = ({ apiRoot }: { readonly apiRoot: string }): string => apiRoot.split('/').at(-1) ?? '';

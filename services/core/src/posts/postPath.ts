import { hasPage } from '@almanac/content-model';
import { languageCodes } from '@almanac/i18n';
import { pagePath } from '../addresses.ts';
import type { Post } from './post.ts';

/** The members that decide a post's address. */
type Addressed = Pick<Post, 'slug' | 'status' | 'language'>;

/** The path of a post's page; null for one that has none (docs/interface/pages.md §1). */
export const publicPath = ({ slug, status, language }: Addressed, defaultLanguage: string): string | null =>
  hasPage(status) && slug !== '' ? pagePath(language, defaultLanguage, [slug]) : null;

/** The path of `link`: that of the page, or the plain form that leads to every record. */
export const linkPath = (post: Addressed & Pick<Post, 'id'>, defaultLanguage: string): string =>
  publicPath(post, defaultLanguage) ?? `/?p=${post.id}`;

/** First segments of addresses that something else answers; a post's slug that would hide one is numbered. */
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
  'admin',
  'internal',
  'health',
  'ready',
  'metrics',
];

/** @param prefix that of the REST root, where a request came by it */
export const reservedSlugs = (prefix = ''): ReadonlySet<string> =>
  new Set([...SEGMENTS, ...languageCodes, prefix.toLowerCase()]);

/** The prefix of the REST root, by the address that this request came to. */
export const prefixOf = ({ apiRoot }: { readonly apiRoot: string }): string => apiRoot.split('/').at(-1) ?? '';

import { toWallClock } from '@almanac/dates';
import { PLAIN_PERMALINK, type SiteSettings } from './settings.ts';

type PermalinkSettings = Pick<SiteSettings, 'permalinks' | 'former_permalinks'>;

/** The members of a post that determine the address of its page. */
export interface PermalinkFields {
  /** The plain path, `/{slug}/` below the segment of the language; null if the post has no page. */
  readonly path: string | null;
  readonly slug: string;
  /** `page` for a record of the tree of pages, whose address has the slugs of the pages above under every setting. */
  readonly type: string;
  /** `YYYY-MM-DD HH:MM:SS` in the zone of the site. */
  readonly date: string;
}

/** Returns the path of a post with the parts of its date in place of `{year}`, `{month}` and `{day}`. */
const fill = (pattern: string, slug: string, date: string): string =>
  pattern
    .replace('{year}', date.slice(0, 4))
    .replace('{month}', date.slice(5, 7))
    .replace('{day}', date.slice(8, 10))
    .replace('{slug}', slug);

/**
 * Returns the path of the page of a post as the site's setting `permalinks` has it (docs/interface/pages.md §1); null
 * if it has no page. `path` of a post is the plain form, which leads to it under every setting.
 */
export const permalinkOf = (
  { path, slug, type, date }: PermalinkFields,
  { permalinks }: Pick<PermalinkSettings, 'permalinks'>,
): string | null => {
  if (path === null || type === 'page' || permalinks === PLAIN_PERMALINK) return path;
  const language = path.slice(0, -`/${slug}/`.length);
  return `${language}${fill(permalinks, slug, date)}`;
};

/** The published members of a record that determine the address of its page. */
export interface PublishedAddress {
  /** The plain path; null if the record has no page. */
  readonly path: string | null;
  /** `post` for a post. Records of other types have the plain path under every setting. */
  readonly type?: string | undefined;
  /** Time of publication: ISO 8601, UTC. */
  readonly published?: string | null | undefined;
}

/**
 * Returns what `permalinkOf` returns, from the members of a record that its service publishes. Without the time of
 * publication it returns the plain path, which redirects.
 */
export const publishedPermalink = (
  { path, type = '', published }: PublishedAddress,
  settings: Pick<SiteSettings, 'permalinks' | 'timezone'>,
): string | null => {
  if (path === null || type !== 'post' || !published) return path;
  const slug = path.split('/').at(-2) ?? '';
  return permalinkOf({ path, slug, type, date: toWallClock(Date.parse(published), settings.timezone) }, settings);
};

const DIGITS = new Map([
  ['{year}', /^\d{4}$/],
  ['{month}', /^\d{2}$/],
  ['{day}', /^\d{2}$/],
]);

/**
 * True if a path without language segment has the form of the present or a former setting of permalinks.
 * @param above its segments before the slug, in lower case
 */
export const isPermalink = (
  above: readonly string[],
  { permalinks, former_permalinks: former }: PermalinkSettings,
): boolean =>
  [permalinks, ...former].some((pattern) => {
    const parts = pattern.split('/').slice(1, -2);
    return parts.length === above.length && parts.every((part, at) => matches(part, above[at] ?? ''));
  });

const matches = (part: string, segment: string): boolean => DIGITS.get(part)?.test(segment) ?? part === segment;

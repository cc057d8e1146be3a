import { languagePrefix } from '@almanac/i18n';
import { type NamedPost, permalinkReader } from '@almanac/redirects';
import type { RedirectOptions } from '@almanac/redirects/schemas';
import type { ArrivedRequest } from './visits.ts';

/** The posts that an address may name under the site's former permalink structures. */
export interface FormerAddress {
  readonly posts: readonly NamedPost[];
  /** The language prefix of the address: `/{language}`, or empty. */
  readonly under: string;
  /** The whole path, without the query. */
  readonly path: string;
}

/** Returns a slug in its stored form; undefined if it is malformed. */
const storedSlug = (written: string): string | undefined => {
  try {
    return encodeURIComponent(decodeURIComponent(written)).toLowerCase();
  } catch {
    return undefined;
  }
};

interface AddressQuery {
  readonly arrived: ArrivedRequest;
  readonly options: RedirectOptions;
}

/** Creates a reader of former addresses; it parses the structures of the current options once. */
export const rememberFormer = () => {
  let [structures, read]: [readonly string[], (path: string) => NamedPost[]] = [[], () => []];
  return ({ arrived, options: { permalinks = [] } }: AddressQuery): FormerAddress | undefined => {
    if (permalinks.length === 0) return undefined;
    if (structures !== permalinks) [structures, read] = [permalinks, permalinkReader(permalinks)];
    const whole = arrived.target.replace(/[?#].*$/s, '');
    const under = languagePrefix(whole);
    const posts = read(whole.slice(under.length)).flatMap(({ slug, ...named }) => {
      if (slug === undefined) return [named];
      const stored = storedSlug(slug);
      return stored === undefined ? [] : [{ ...named, slug: stored }];
    });
    return posts.length === 0 ? undefined : { posts, under, path: whole };
  };
};

import { languageCodes } from '@almanac/i18n';
import { type NamedPost, permalinkReader } from '@almanac/redirects';
import type { RedirectOptions } from '@almanac/redirects/schemas';
import type { Arrived } from './visits.ts';

/** What an address would have said under the structures that the site had before. */
export interface FormerAddress {
  readonly posts: readonly NamedPost[];
  /** What addresses of its language begin with. */
  readonly under: string;
  /** The address itself, without its query. */
  readonly path: string;
}

const LANGUAGE = new RegExp(`^/(?:${languageCodes.join('|')})(?=/)`);

/** A slug as it is stored, however its address was written; undefined for what is none. */
const storedSlug = (written: string): string | undefined => {
  try {
    return encodeURIComponent(decodeURIComponent(written)).toLowerCase();
  } catch {
    return undefined;
  }
};

interface Asked {
  readonly arrived: Arrived;
  readonly options: RedirectOptions;
}

/** Reads former addresses; the structures of the present options are made ready once. */
export const rememberFormer = () => {
  let [structures, read]: [readonly string[], (path: string) => NamedPost[]] = [[], () => []];
  return ({ arrived, options: { permalinks = [] } }: Asked): FormerAddress | undefined => {
    if (permalinks.length === 0) return undefined;
    if (structures !== permalinks) [structures, read] = [permalinks, permalinkReader(permalinks)];
    const whole = arrived.target.replace(/[?#].*$/s, '');
    const under = LANGUAGE.exec(whole)?.[0] ?? '';
    const posts = read(whole.slice(under.length)).flatMap(({ slug, ...named }) => {
      if (slug === undefined) return [named];
      const stored = storedSlug(slug);
      return stored === undefined ? [] : [{ ...named, slug: stored }];
    });
    return posts.length === 0 ? undefined : { posts, under, path: whole };
  };
};

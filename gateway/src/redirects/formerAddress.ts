import { languageCodes } from '@almanac/i18n';
import { type NamedPost, permalinkReader } from '@almanac/redirects';
import type { RedirectOptions } from '@almanac/redirects/schemas';
import type { Arrived } from './visits.ts';

/** What an address would have said under the structures that the site had before. */
export interface FormerAddress {
  readonly posts: readonly NamedPost[];
  /** What addresses of its language begin with. */
  readonly under: string;
  /** The rest of it. */
  readonly path: string;
}

const LANGUAGE = new RegExp(`^/(?:${languageCodes.join('|')})(?=/)`);

const decoded = (target: string): string | undefined => {
  try {
    return decodeURIComponent(target.replace(/[?#].*$/s, ''));
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
    const whole = decoded(arrived.target);
    if (whole === undefined) return undefined;
    const under = LANGUAGE.exec(whole)?.[0] ?? '';
    const path = whole.slice(under.length);
    const posts = read(path);
    return posts.length === 0 ? undefined : { posts, under, path };
  };
};

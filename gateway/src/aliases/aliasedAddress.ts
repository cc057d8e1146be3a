import { languageCodes } from '@almanac/i18n';
import { withoutLead } from '../address.ts';
import type { AliasNames } from './aliasNames.ts';
import type { AliasProfile } from './aliasProfile.ts';
import { aroundLanguage, createPathRenamer } from './pathNames.ts';

/** A request target with Almanac's names. */
export interface ReadTarget {
  readonly target: string;
  /** True if the request used the names of the profile, in which its answer is rendered then. */
  readonly isAliased: boolean;
}

export interface AliasedAddresses {
  /** Reads the target of a request, in its path form; caches the targets that were read last. */
  readonly read: (target: string) => ReadTarget;
  /** Renders an address that an answer names; addresses of other sites stay as they are. */
  readonly render: (address: string, baseUrl: string) => string;
}

const splitQuery = (target: string): readonly [path: string, query: string] => {
  const mark = target.indexOf('?');
  return mark === -1 ? [target, ''] : [target.slice(0, mark), target.slice(mark)];
};

/** Returns the rest of a path below a segment; undefined if it stands elsewhere. */
const below = (path: string, segment: string): string | undefined => {
  const end = segment.length + 1;
  const isThere = path.startsWith(segment, 1) && (path.length === end || path.charAt(end) === '/');
  return isThere ? path.slice(end) : undefined;
};

/** Maximum number and length of targets that are read once: most requests have the address of an earlier one. */
const [MAX_KNOWN_TARGETS, MAX_KNOWN_LENGTH] = [1_000, 500];

/** Translates the addresses of a profile in both directions. */
export const createAliasedAddresses = (
  profile: AliasProfile,
  { inward, outward, form }: AliasNames,
  prefix: string,
): AliasedAddresses => {
  const ownPath = createPathRenamer(Object.entries(profile.paths));
  const foreignPath = createPathRenamer(Object.entries(profile.answerPaths).map(([foreign, own]) => [own, foreign]));

  /** The plain form: `?rest_route=/…`. Almanac's own names go on working in it. */
  const readPlain = (target: string): ReadTarget | undefined => {
    const [path, query] = splitQuery(target);
    const route = new URLSearchParams(query).get('rest_route');
    if (route === null || outward.route(route) !== route) return undefined;
    const rest = query
      .slice(1)
      .split('&')
      .filter((part) => part.split('=', 1)[0] !== 'rest_route')
      .join('&');
    const renamed = new URLSearchParams({ rest_route: inward.route(route) });
    return { target: `${path}?${renamed}${rest && '&'}${inward.query(rest)}`, isAliased: true };
  };

  const readNew = (target: string): ReadTarget => {
    const [whole, query] = splitQuery(target);
    const [language, path] = aroundLanguage(whole);
    const [segment, rest] = aroundLanguage(withoutLead(whole));
    const route = below(withoutLead(rest), profile.restPrefix);
    if (route !== undefined)
      return { target: `${segment}/${prefix}${inward.target(`${route}${query}`)}`, isAliased: true };
    const plain = query.includes('rest_route') ? readPlain(target) : undefined;
    if (plain !== undefined) return plain;
    const renamed = ownPath(path);
    if (renamed === path) return { target, isAliased: false };
    return { target: `${language}${renamed}${query && `?${form(renamed).query(query.slice(1))}`}`, isAliased: true };
  };

  const known = new Map<string, ReadTarget>();
  let languages = languageCodes();

  const read = (target: string): ReadTarget => {
    if (target.length > MAX_KNOWN_LENGTH) return readNew(target);
    const before = languages === languageCodes() ? known.get(target) : undefined;
    if (before !== undefined) return before;
    // names of languages in an address depend on those of the site
    if (languages !== languageCodes() || known.size === MAX_KNOWN_TARGETS) known.clear();
    languages = languageCodes();
    const found = readNew(target);
    known.set(target, found);
    return found;
  };

  const render = (address: string, baseUrl: string): string => {
    if (!address.startsWith(baseUrl)) return address;
    const [language, path] = aroundLanguage(address.slice(baseUrl.length));
    const [bare] = splitQuery(path);
    const route = below(bare, prefix);
    const renamed =
      route === undefined
        ? foreignPath(path)
        : `/${profile.restPrefix}${outward.target(path.slice(prefix.length + 1))}`;
    return renamed === path ? address : baseUrl + language + renamed;
  };

  return { read, render };
};

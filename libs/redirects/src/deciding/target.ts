import { queryOf } from '../address.ts';
import { compilePattern, type ReplacedAddress, replaceFound } from '../pattern.ts';
import { parseQuery } from '../query.ts';
import type { RedirectRule } from '../rule.ts';
import type { Visit, VisitedAddress } from '../visit.ts';
import { keepHost, namesHost } from './namedHost.ts';
import { expandTags, withoutOpeningChanges } from './tags.ts';

/** Maximum length of a redirect target, in characters. */
const MAX_TARGET_LENGTH = 8_000;

/** Escapes spaces: `%20` in a path, a plus sign in a query. */
const withoutSpaces = (address: string): string => {
  const [path = '', ...rest] = address.split('?');
  const query = rest.join('?');
  const isOne = rest.length === 1;
  const escapedPath = path.replaceAll(' ', '%20');
  return rest.length === 0 ? escapedPath : `${escapedPath}?${query.replaceAll(' ', isOne ? '+' : '%20')}`;
};

/** Adds the visit's parameters that a target does not name itself, before its fragment. */
export const withPassedQuery = (target: string, query: string): string => {
  const [address = '', fragment] = splitOnce(target, '#');
  const [, own = ''] = splitOnce(address, '?');
  const named = new Set(parseQuery(own).map(({ shown }) => shown));
  const passed = query.split('&').filter((raw) => raw !== '' && !named.has(parseQuery(raw)[0]?.shown ?? ''));
  if (passed.length === 0) return target;
  const [words, names] = [passed.filter(hasSpacedName), passed.filter((raw) => !hasSpacedName(raw))];
  const added = [...names, ...words].map((raw) => raw.replaceAll('%20', '+')).join('&');
  const joint = address.includes('?') ? (own === '' ? '' : '&') : '?';
  return `${address}${joint}${added}${fragment === undefined ? '' : `#${fragment}`}`;
};

/** True if the parameter's name has a space: such parameters come last, as clients expect. */
const hasSpacedName = (raw: string): boolean => /\+|%20/.test(raw.split('=', 1)[0] ?? '');

const splitOnce = (text: string, mark: string): [string, string?] => {
  const at = text.indexOf(mark);
  return at === -1 ? [text] : [text.slice(0, at), text.slice(at + 1)];
};

const withoutBreaks = (address: string): string => address.replace(/%0[ad]/gi, '').replace(/\p{Cc}/gu, '');

const SENDABLE = /^[A-Za-z0-9\-~+_.?#=&;,/:!*[\]()@$']*$/;
const UNSENDABLE = /[^A-Za-z0-9\-~+_.?#=&;,/:%!*[\]()@$']+/g;

/** Encodes characters that are not allowed in an address; percent signs stay. */
const sendable = (address: string): string =>
  SENDABLE.test(address)
    ? address
    : withoutBreaks(address.toWellFormed().trim()).replace(UNSENDABLE, encodeURIComponent);

/** Matches a path that needs no normalization: no host, no dot segments, no escapes. */
const PLAIN_PATH = /^\/(?![/\\])[A-Za-z0-9\-~+_/=&;,:!*()@$?]*(?<!\?)$/;

const FORBIDDEN: ReadonlySet<string> = new Set(['javascript:', 'data:', 'vbscript:']);

/** Returns a page's address for comparisons, without fragment and without an empty query. */
const pageOf = ({ origin, pathname, search }: URL): string => `${origin}${pathname}${search}`;

const urlOf = ({ origin, target }: Pick<Visit, 'origin' | 'target'>): URL | null => URL.parse(`${origin}${target}`);

/** True if a visit may be redirected there: not to its own address, and to nothing that runs in the browser. */
const mayBeSentTo = (location: string, visit: Visit): boolean => {
  if (location === '' || location.length > MAX_TARGET_LENGTH) return false;
  if (PLAIN_PATH.test(location) && PLAIN_PATH.test(visit.target)) return location !== visit.target;
  const here = urlOf(visit);
  const there = URL.parse(location, here?.href ?? visit.origin);
  if (there === null || FORBIDDEN.has(there.protocol)) return false;
  return here === null || pageOf(there) !== pageOf(here);
};

const pathAndQuery = ({ pathname, search }: URL): string => `${pathname}${search}`;

/** Returns path and query of the visited page, as a browser writes them. */
export const visitedPage = (visit: Pick<Visit, 'origin' | 'target'>): string => {
  if (PLAIN_PATH.test(visit.target)) return visit.target;
  const here = urlOf(visit);
  return here === null ? visit.target : pathAndQuery(here);
};

/** Returns path and query of the page of this site that a location leads to; undefined for another site. */
export const ownPage = (location: string, visit: Pick<Visit, 'origin' | 'target'>): string | undefined => {
  if (PLAIN_PATH.test(location)) return location;
  const there = URL.parse(location, urlOf(visit)?.href ?? visit.origin);
  if (there === null || there.origin !== URL.parse(visit.origin)?.origin) return undefined;
  return pathAndQuery(there);
};

const SCHEME = /^[a-z][a-z0-9+.-]*:/i;

/** Returns a location on this site, with at most one slash at its start; undefined for one with a scheme. */
const onThisSite = (location: string): string | undefined =>
  SCHEME.test(location) ? undefined : location.replace(/^\/{2,}/, '/');

/** Replaces a rule's pattern in the visited address; a rule without pattern returns its target. */
const replacedBy = ({ url, flags }: RedirectRule, target: string, visited: VisitedAddress): ReplacedAddress => {
  const pattern = flags.flag_regex ? compilePattern(url, { ignoreCase: flags.flag_case }) : undefined;
  if (pattern === undefined) return { address: target, isReplacedFromStart: true };
  const { address, isReplacedFromStart } = replaceFound(pattern, visited.original, target);
  return { address: withoutSpaces(address), isReplacedFromStart };
};

/**
 * Returns the redirect target of a rule for a visit; undefined if it is not allowed (docs/interface/redirects.md §4).
 * It leads to another host only if the target itself names that host.
 * @param target the target in the rule
 */
export const locationOf = (
  rule: RedirectRule,
  target: string,
  { visit, visited }: { readonly visit: Visit; readonly visited: VisitedAddress },
): string | undefined => {
  const { address, isReplacedFromStart } = replacedBy(rule, target, visited);
  const passed = rule.flags.flag_query === 'pass' ? withPassedQuery(address, queryOf(visit.target)) : address;
  if (passed.length > MAX_TARGET_LENGTH) return undefined;
  const [expanded, named] = [expandTags(passed, visit), expandTags(target, visit)];
  // the rule itself must name the host: `/[userlogin]/$1` becomes `//$1` for visitors
  const hasOwnHost = isReplacedFromStart && namesHost(withoutOpeningChanges(target)) && namesHost(named);
  const kept = hasOwnHost ? keepHost(expanded, named) : expanded;
  if (kept === undefined) return undefined;
  const location = hasOwnHost ? sendable(kept) : onThisSite(sendable(kept));
  return location !== undefined && mayBeSentTo(location, visit) ? location : undefined;
};

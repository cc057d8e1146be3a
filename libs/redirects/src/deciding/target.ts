import { queryOf } from '../address.ts';
import { compilePattern, replaceFound } from '../pattern.ts';
import { parseQuery } from '../query.ts';
import type { RedirectRule } from '../rule.ts';
import type { Visit, VisitedAddress } from '../visit.ts';
import { expandTags } from './tags.ts';

/** The most characters of an address that a visit is sent to. */
const LONGEST = 8_000;

/** Spaces as they are sent: `%20` in a path, a plus sign in a query. */
const withoutSpaces = (address: string): string => {
  const [path = '', ...rest] = address.split('?');
  const query = rest.join('?');
  const isOne = rest.length === 1;
  const escapedPath = path.replaceAll(' ', '%20');
  return rest.length === 0 ? escapedPath : `${escapedPath}?${query.replaceAll(' ', isOne ? '+' : '%20')}`;
};

/** A target with the parameters of the visit that it does not name itself, before its fragment. */
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

/** Parameters whose name has a space come last, as clients know it. */
const hasSpacedName = (raw: string): boolean => /\+|%20/.test(raw.split('=', 1)[0] ?? '');

const splitOnce = (text: string, mark: string): [string, string?] => {
  const at = text.indexOf(mark);
  return at === -1 ? [text] : [text.slice(0, at), text.slice(at + 1)];
};

const withoutBreaks = (address: string): string => address.replace(/%0[ad]/gi, '').replace(/\p{Cc}/gu, '');

const SENDABLE = /^[A-Za-z0-9\-~+_.?#=&;,/:!*[\]()@$']*$/;
const UNSENDABLE = /[^A-Za-z0-9\-~+_.?#=&;,/:%!*[\]()@$']+/g;

/** Only what may stand in an address; percent signs stay as they are. */
const sendable = (address: string): string =>
  SENDABLE.test(address)
    ? address
    : withoutBreaks(address.toWellFormed().trim()).replace(UNSENDABLE, encodeURIComponent);

/** A path that means what it says: no host, no segments that lead elsewhere, nothing that could be written otherwise. */
const PLAIN_PATH = /^\/(?![/\\])[A-Za-z0-9\-~+_/=&;,:!*()@$?]*$/;

const FORBIDDEN: ReadonlySet<string> = new Set(['javascript:', 'data:', 'vbscript:']);

/** Whether a visit may be sent there: not to where it is, and to nothing that runs in the browser. */
const mayBeSentTo = (location: string, { origin, target }: Visit): boolean => {
  if (location === '' || location.length > LONGEST) return false;
  if (PLAIN_PATH.test(location) && PLAIN_PATH.test(target)) return location !== target;
  const here = URL.parse(target, origin);
  const there = URL.parse(location, here?.href ?? origin);
  if (there === null || FORBIDDEN.has(there.protocol)) return false;
  return here === null || withoutFragment(there) !== withoutFragment(here);
};

const withoutFragment = ({ href }: URL): string => splitOnce(href, '#')[0];

/**
 * Where a rule sends a visit (docs/interface/redirects.md §4); undefined where it must not be sent.
 * @param target as the rule says it
 */
export const locationOf = (
  { url, flags }: RedirectRule,
  target: string,
  { visit, visited }: { readonly visit: Visit; readonly visited: VisitedAddress },
): string | undefined => {
  const pattern = flags.flag_regex ? compilePattern(url, { ignoreCase: flags.flag_case }) : undefined;
  const replaced = pattern === undefined ? target : withoutSpaces(replaceFound(pattern, visited.original, target));
  const passed = flags.flag_query === 'pass' ? withPassedQuery(replaced, queryOf(visit.target)) : replaced;
  if (passed.length > LONGEST) return undefined;
  const location = sendable(expandTags(passed, visit));
  return mayBeSentTo(location, visit) ? location : undefined;
};

import { isLanguage, type Language } from '@almanac/i18n';

/** The parsed address of a request (docs/interface/server.md §1). */
export type Address =
  /** The REST interface. `path` starts at the namespace: `/cal/events/v1/events/7`; `/` is the site index. */
  | { readonly kind: 'rest'; readonly segment: Language | undefined; readonly path: string; readonly query: string }
  /** The plain form whose `rest_route` is not a text. */
  | { readonly kind: 'invalid-route'; readonly segment: Language | undefined }
  /** Any other address: a page. `path` has no language segment. */
  | { readonly kind: 'page'; readonly segment: Language | undefined; readonly path: string; readonly query: string };

/** A request target in its absolute form (RFC 9112 §3.2.2). */
const ABSOLUTE = /^https?:\/\/([^/?#]*)(.*)$/is;

/** Matches an absolute target; null for a path, the usual form. */
const absolute = (target: string): RegExpExecArray | null => (target.startsWith('/') ? null : ABSOLUTE.exec(target));

/** Returns the authority in an absolute target; undefined for a path. */
export const authorityOf = (target: string): string | undefined => absolute(target)?.[1];

/** Returns a target as path and query, whichever form it was received in. */
export const pathForm = (target: string): string => {
  const rest = absolute(target)?.[2];
  if (rest === undefined) return target;
  return rest.startsWith('/') ? rest : `/${rest}`;
};

/** Matches slashes and `index.php/` at the start of a path. */
const LEAD = /^\/+(?:index\.php\/+)?/;

/**
 * Removes doubled slashes and `index.php/` from the start of a path. Clients send them if their base address ends in a
 * slash or in `index.php`.
 */
export const withoutLead = (path: string): string =>
  path.startsWith('//') || path.startsWith('/index.php/') ? path.replace(LEAD, '/') : path;

/**
 * Reads `/{language}/{prefix}/…`, `/{prefix}/…` and the plain form `/index.php?rest_route=/…`.
 * @param target the request target as received: path and query
 */
export const readAddress = (target: string, prefix: string): Address => {
  const mark = target.indexOf('?');
  const whole = mark === -1 ? target : target.slice(0, mark);
  const query = mark === -1 ? '' : target.slice(mark + 1);
  const page = readPage(whole, query);
  const start = withoutLead(whole);
  const { segment, path } = start === whole ? page : readPage(start, query);
  const bare = withoutLead(path);
  if (segmentAt(bare, 1) === prefix)
    return { kind: 'rest', segment, path: route(bare.slice(prefix.length + 1)), query };
  if ((bare === '/' || bare === '/index.php') && query.includes('rest_route'))
    return plainAddress(segment, query) ?? page;
  return page;
};

const readPage = (whole: string, query: string): Extract<Address, { kind: 'page' }> => {
  const { segment, path } = splitLanguage(whole);
  return { kind: 'page', segment, path: path || '/', query };
};

/** Splits a path after its language segment; the segment is undefined in a path without one. */
export const splitLanguage = (whole: string): { readonly segment: Language | undefined; readonly path: string } => {
  const first = segmentAt(whole, 1);
  return isLanguage(first)
    ? { segment: first, path: whole.slice(first.length + 1) }
    : { segment: undefined, path: whole };
};

const segmentAt = (path: string, start: number): string => {
  const end = path.indexOf('/', start);
  return end === -1 ? path.slice(start) : path.slice(start, end);
};

/** Removes slashes at the end of a path; the root stays `/`. */
const route = (path: string): string => path.replace(/(?<!\/)\/+$/, '') || '/';

/** Reads the plain form; undefined if the query has no `rest_route`. */
const plainAddress = (segment: Language | undefined, query: string): Address | undefined => {
  const params = new URLSearchParams(query);
  const given = params.get('rest_route');
  if (given === null && [...params.keys()].some((name) => name.startsWith('rest_route['))) {
    return { kind: 'invalid-route', segment };
  }
  if (given === null) return undefined;
  const rest = query
    .split('&')
    .filter((part) => part.split('=', 1)[0] !== 'rest_route')
    .join('&');
  return { kind: 'rest', segment, path: route(encodePath(given)), query: rest };
};

const encodePath = (given: string): string =>
  `/${given.replace(/^\/+/, '').split('/').map(encodeURIComponent).join('/')}`;

const isLanguageList = (name: string): boolean => name.startsWith('i18n_language[');

/**
 * Returns the language that a request asks for: its `i18n_language`, else its address's, else the site's.
 * @returns undefined if `i18n_language` is no language of the site (docs/interface/translation.md §5)
 */
export const askedLanguage = (address: { segment: Language | undefined; query: string }, site: Language) => {
  const otherwise = address.segment ?? site;
  if (!address.query.includes('i18n_language')) return otherwise;
  const params = new URLSearchParams(address.query);
  const asked = params.getAll('i18n_language').at(-1);
  if (asked === undefined) return [...params.keys()].some(isLanguageList) ? undefined : otherwise;
  return isLanguage(asked) ? asked : undefined;
};

import { type OutgoingHttpHeaders, validateHeaderName, validateHeaderValue } from 'node:http';
import type { RedirectOptions } from '@almanac/redirects/schemas';
import { lastKept } from '../lastKept.ts';

/** Headers that the options may not set: framing, content, connection, `location` and `set-cookie`. */
const RESERVED_HEADERS = new Set([
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'date',
  'keep-alive',
  'location',
  'set-cookie',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

const isValid = (name: string, value: string): boolean => {
  try {
    validateHeaderName(name);
    validateHeaderValue(name, value);
    return !RESERVED_HEADERS.has(name.toLowerCase());
  } catch {
    return false;
  }
};

/**
 * Returns the options' headers for pages and for redirects; a redirect's header overrides a page's of the same name.
 */
const headersOf = ({ headers }: RedirectOptions) => {
  const valid = headers.filter(({ headerName, headerValue }) => isValid(headerName, headerValue));
  const entries = (given: typeof valid) =>
    given.map((each) => [each.headerName.toLowerCase(), each.headerValue] as const);
  const pages = entries(valid.filter(({ location }) => location !== 'redirect'));
  const redirects = entries(valid.filter(({ location }) => location === 'redirect'));
  return { page: new Map(pages), redirect: Object.fromEntries([...pages, ...redirects]) };
};

/** Caches the options' headers until the options change. */
export const rememberHeaders = () => lastKept(headersOf);

const NO_CACHE = {
  expires: 'Wed, 11 Jan 1984 05:00:00 GMT',
  'cache-control': 'no-cache, must-revalidate, max-age=0',
} as const;

const HOUR = 3_600;

const httpDate = (second: number): string => new Date(second * 1_000).toUTCString();

/**
 * Returns the cache headers of a redirect (docs/interface/redirects.md §5).
 * @param now in seconds
 */
export const cacheHeaders = (status: number, hours: number, now: number): OutgoingHttpHeaders => {
  if (status === 307 || (status === 301 && hours < 0)) return NO_CACHE;
  if (status !== 301 || hours === 0) return {};
  const seconds = hours * HOUR;
  return { expires: httpDate(now + seconds), 'cache-control': `max-age=${seconds}` };
};

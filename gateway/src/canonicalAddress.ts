import type { Language } from '@almanac/i18n';
import type { Exchange } from './exchange.ts';

const isFile = (path: string): boolean => path.slice(path.lastIndexOf('/')).includes('.');

/** A path as its page is known by: with a slash at its end, unless it names a file. */
export const rightPath = (path: string): string => {
  if (path === '/index.php') return '/';
  return isFile(path) || path.endsWith('/') ? path : `${path}/`;
};

/**
 * Where a page is really: addresses end with a slash, unless they name a file, and those of the site's own language have
 * no segment for it, but for the first page. Undefined for an address that is right.
 */
export const canonicalAddress = (exchange: Exchange, siteLanguage: Language): string | undefined => {
  const { request, baseUrl, path, query } = exchange;
  const whole = (request.url ?? '/').split('?', 1)[0] as string;
  const named = path === '/index.php' ? `${whole.slice(0, -path.length)}/` : rightPath(whole);
  const own = `/${siteLanguage}/`;
  const short = named.startsWith(own) && named !== own ? named.slice(own.length - 1) : named;
  return short === whole ? undefined : `${baseUrl}${short}${query === '' ? '' : `?${query}`}`;
};

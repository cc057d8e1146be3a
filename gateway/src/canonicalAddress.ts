import type { Language } from '@almanac/i18n';
import type { Exchange } from './exchange.ts';

/**
 * Where a page is really: addresses end with a slash, unless they name a file, and those of the site's own language have
 * no segment for it, but for the first page. Undefined for an address that is right.
 */
export const canonicalAddress = (exchange: Exchange, siteLanguage: Language): string | undefined => {
  const { request, baseUrl, path, query } = exchange;
  const whole = (request.url ?? '/').split('?', 1)[0] as string;
  const named = path === '/index.php' ? `${whole.slice(0, -path.length)}/` : whole;
  const own = `/${siteLanguage}/`;
  const short = named.startsWith(own) && named !== own ? named.slice(own.length - 1) : named;
  const isFile = short.slice(short.lastIndexOf('/')).includes('.');
  const right = isFile || short.endsWith('/') ? short : `${short}/`;
  return right === whole ? undefined : `${baseUrl}${right}${query === '' ? '' : `?${query}`}`;
};

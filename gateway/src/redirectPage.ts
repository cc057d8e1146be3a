import type { OutgoingHttpHeaders } from 'node:http';
import type { Exchange } from './exchange.ts';
import { responseHeaders } from './responseHeaders.ts';
import { sendWhole } from './sendBody.ts';

/**
 * Returns the headers of an answer that leads to other addresses of the site, such as a redirect.
 * If only the request names the site's host, caches must not store the answer: a forged host would mislead others.
 */
export const leadingHeaders = ({ caller }: Exchange, own: OutgoingHttpHeaders): OutgoingHttpHeaders => {
  const isKept = !String(own['cache-control']).includes('no-store');
  return caller.hasPublicUrl || !isKept ? own : { ...own, 'cache-control': 'no-store' };
};

/** Redirects a request for a page to the page's canonical address. */
export const redirectPage = (exchange: Exchange, address: string): void => {
  exchange.location = address;
  const own = leadingHeaders(exchange, {
    location: address,
    'cache-control': 'public, no-cache',
    'content-length': 0,
  });
  sendWhole(exchange, { status: 301, headers: responseHeaders(exchange, 301, own) }, []);
};

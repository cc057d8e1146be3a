import type { OutgoingHttpHeaders } from 'node:http';
import type { Exchange } from './exchange.ts';
import { responseHeaders } from './responseHeaders.ts';

/**
 * The headers of a page that leads elsewhere on the site. Where the request's host is all that is known of the site's
 * address nobody keeps them: who names another host would lead others there.
 */
export const leadingHeaders = ({ caller }: Exchange, own: OutgoingHttpHeaders): OutgoingHttpHeaders => {
  const isKept = !String(own['cache-control']).includes('no-store');
  return caller.hasPublicUrl || !isKept ? own : { ...own, 'cache-control': 'no-store' };
};

/** Sends a request for a page to the page's right address. */
export const redirectPage = (exchange: Exchange, address: string): void => {
  exchange.location = address;
  const own = leadingHeaders(exchange, {
    location: address,
    'cache-control': 'public, no-cache',
    'content-length': 0,
  });
  exchange.response.writeHead(301, responseHeaders(exchange, 301, own));
  exchange.response.end();
};

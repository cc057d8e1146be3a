import type { Exchange } from './exchange.ts';
import { responseHeaders } from './responseHeaders.ts';

/** Sends a request for a page to the page's right address. */
export const redirectPage = (exchange: Exchange, address: string): void => {
  exchange.location = address;
  const own = { location: address, 'cache-control': 'public, no-cache', 'content-length': 0 };
  exchange.response.writeHead(301, responseHeaders(exchange, 301, own));
  exchange.response.end();
};

import type { OutgoingHttpHeaders } from 'node:http';
import type { Exchange } from './exchange.ts';
import { leadingHeaders } from './redirectPage.ts';
import { responseHeaders } from './responseHeaders.ts';

/**
 * Returns the headers of an answer of a service or of the gateway's own routes.
 * @param own the headers that the part has sent, names in lower case
 */
export const answerHeaders = (exchange: Exchange, status: number, own: OutgoingHttpHeaders): OutgoingHttpHeaders => {
  // the gateway's own answers contain the links and `Vary` of every answer already
  if (exchange.target === 'gateway') return { ...responseHeaders(exchange, 200, {}), ...own };
  const { location } = own;
  if (exchange.kind === 'rest' || typeof location !== 'string') return responseHeaders(exchange, status, own);
  exchange.location = location;
  return responseHeaders(exchange, status, leadingHeaders(exchange, own));
};

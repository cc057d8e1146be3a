import type { IncomingMessage } from 'node:http';
import { discardBody } from '@almanac/rest';
import type { Exchange } from './exchange.ts';
import { responseHeaders } from './responseHeaders.ts';
import { sendWhole } from './sendBody.ts';

/** Seconds for which browsers remember the answer: the most that Chromium accepts. */
const MAX_AGE_S = 7_200;

/** True if a browser asks for permission before it sends a request of another origin. */
export const isPreflight = ({ method, headers }: Pick<IncomingMessage, 'method' | 'headers'>): boolean =>
  method === 'OPTIONS' && headers.origin !== undefined && headers['access-control-request-method'] !== undefined;

/** Answers a preflight without a body and without asking a service (docs/interface/server.md §10.2). */
export const answerPreflight = (exchange: Exchange): void => {
  exchange.target = 'gateway';
  discardBody(exchange.request);
  const own = { 'access-control-max-age': String(MAX_AGE_S) };
  sendWhole(exchange, { status: 204, headers: responseHeaders(exchange, 204, own) }, []);
};

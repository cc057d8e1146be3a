import { Agent, type ClientRequest, type IncomingHttpHeaders, type IncomingMessage, ServerResponse } from 'node:http';
import { Agent as SecureAgent } from 'node:https';
import { withoutSession } from '@almanac/identity';
import type { Log, Settings } from '@almanac/service';
import type { Plugin } from 'http-proxy-middleware';
import { type Exchange, exchangeOf } from './exchange.ts';
import { failPage, isReplacedByErrorPage } from './pageFailure.ts';
import { sendUncoded } from './sendBody.ts';
import { createSharedProxy, isStale, ownHeaders } from './serviceProxy.ts';

export interface SiteOriginOptions {
  /** Origin of the site's own front end. */
  readonly origin: string;
  /** Timeout in milliseconds without a byte from the front end. */
  readonly timeout: number;
  readonly settings: Settings;
  readonly log: Log;
}

const SOCKETS = 128;

/** Headers that the gateway has handled itself. */
const NOT_FORWARDED = new Set(['cookie', 'expect']);

/**
 * Returns the headers for the front end: the client's without `x-almanac-…` and without the session, plus
 * `x-forwarded-…`.
 */
const headersFor = ({ request, caller, baseUrl, id }: Exchange): IncomingHttpHeaders => {
  const { host, protocol } = new URL(baseUrl);
  const kept = Object.entries(request.headers).filter(
    ([name]) => !NOT_FORWARDED.has(name) && !name.startsWith('x-almanac-'),
  );
  const cookie = withoutSession(request.headers.cookie);
  return {
    ...Object.fromEntries(kept),
    ...(cookie !== undefined && { cookie }),
    'x-forwarded-for': caller.ip,
    'x-forwarded-host': host,
    'x-forwarded-proto': protocol.slice(0, -1),
    'x-request-id': id,
  };
};

type Refuse = (exchange: Exchange, error: Error) => void;

const refusing =
  ({ log, settings }: SiteOriginOptions): Refuse =>
  (exchange, error) => {
    log.warn({ id: exchange.id, err: error }, 'no answer from the front end');
    failPage(exchange, { status: 503, headers: { 'Retry-After': '2' } }, settings.current());
  };

const passBack = (exchange: Exchange, answer: IncomingMessage): void => {
  const { response } = exchange;
  const { statusCode: status = 502, statusMessage = '', headers } = answer;
  if (status === 404 && isReplacedByErrorPage(exchange)) {
    answer.resume();
    return;
  }
  if (headers.location !== undefined) exchange.location = headers.location;
  response.statusMessage = statusMessage;
  sendUncoded(exchange, { status, headers: ownHeaders(answer) }, answer);
};

interface Watching {
  /** Timeout in milliseconds without a byte from the front end. */
  readonly timeout: number;
  /** Called if there is no answer to pass back. */
  readonly onFailure: Refuse;
}

/** Replaces the default plugins, which answer in HTML and log to the console. */
const answerPlugin =
  ({ timeout, onFailure }: Watching): Plugin =>
  (proxy) => {
    proxy.on('proxyReq', (upstream: ClientRequest, request) => {
      exchangeOf(request).upstream = upstream;
      upstream.setTimeout(timeout, () => upstream.destroy(new Error(`no answer within ${timeout} ms`)));
    });
    proxy.on('proxyRes', (answer, request) => passBack(exchangeOf(request), answer));
    proxy.on('error', (error, request, response) => {
      if (request !== undefined && response instanceof ServerResponse) onFailure(exchangeOf(request), error);
    });
  };

/** Passes pages to the site's own front end (`SITE_ORIGIN`) unchanged, and its answers back. */
export const createSiteOrigin = (options: SiteOriginOptions) => {
  const address = new URL(options.origin);
  const Connections = address.protocol === 'https:' ? SecureAgent : Agent;
  const agent = new Connections({ keepAlive: true, maxSockets: SOCKETS });
  const destination = { address, agent, streams: false };
  const refuse = refusing(options);
  const onFailure: Refuse = (exchange, error) => {
    if (exchange.response.headersSent || !isStale(exchange, error)) return refuse(exchange, error);
    exchange.retried = true;
    send(exchange);
  };
  const proxy = createSharedProxy(answerPlugin({ timeout: options.timeout, onFailure }), { changeOrigin: true });
  const send = (exchange: Exchange): void => {
    void proxy(exchange.request, exchange.response, (error) =>
      refuse(exchange, error instanceof Error ? error : new Error('no path to proxy')),
    );
  };
  const pass = (exchange: Exchange): void => {
    exchange.target = 'front';
    exchange.destination = destination;
    exchange.request.headers = headersFor(exchange);
    send(exchange);
  };
  return { pass, close: (): void => agent.destroy() };
};

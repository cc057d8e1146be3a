import { Agent, type IncomingHttpHeaders, type IncomingMessage, ServerResponse } from 'node:http';
import { Agent as SecureAgent } from 'node:https';
import { withoutSession } from '@almanac/identity';
import type { Log } from '@almanac/service';
import type { Settings } from '@almanac/settings';
import { createProxyMiddleware, type Plugin } from 'http-proxy-middleware';
import { type Exchange, exchangeOf } from './exchange.ts';
import { failPage, isAnsweredInstead } from './pageFailure.ts';
import { ownHeaders } from './serviceProxy.ts';

export interface SiteOriginOptions {
  /** Where the site's own front end is. */
  readonly origin: string;
  /** Milliseconds until it counts as slow. */
  readonly timeout: number;
  readonly settings: Settings;
  readonly log: Log;
}

const SOCKETS = 128;

/** The request's headers without claims to be the gateway, with what the visitor asked. The session stays here. */
const headersFor = ({ request, caller, baseUrl, id }: Exchange): IncomingHttpHeaders => {
  const { host, protocol } = new URL(baseUrl);
  const kept = Object.entries(request.headers).filter(([name]) => name !== 'cookie' && !name.startsWith('x-almanac-'));
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
  const { statusCode: status = 502, statusMessage, headers } = answer;
  if (status === 404 && isAnsweredInstead(exchange)) {
    answer.resume();
    return;
  }
  if (headers.location !== undefined) exchange.location = headers.location;
  response.writeHead(status, statusMessage, ownHeaders(answer));
  answer.pipe(response);
};

/** The default plugins answer in HTML of their own and log to the console. */
const answerPlugin =
  (refuse: Refuse): Plugin =>
  (proxy) => {
    proxy.on('proxyRes', (answer, request) => passBack(exchangeOf(request), answer));
    proxy.on('error', (error, request, response) => {
      if (request !== undefined && response instanceof ServerResponse) refuse(exchangeOf(request), error);
    });
  };

/** Hands pages to the site's own front end (`SITE_ORIGIN`), as they were asked for, and its answers back as they are. */
export const createSiteOrigin = (options: SiteOriginOptions) => {
  const target = new URL(options.origin);
  const agent = new (target.protocol === 'https:' ? SecureAgent : Agent)({ keepAlive: true, maxSockets: SOCKETS });
  const refuse = refusing(options);
  const proxy = createProxyMiddleware({
    target,
    agent,
    changeOrigin: true,
    proxyTimeout: options.timeout,
    selfHandleResponse: true,
    ejectPlugins: true,
    plugins: [answerPlugin(refuse)],
  });
  const pass = (exchange: Exchange): void => {
    exchange.target = 'front';
    exchange.request.headers = headersFor(exchange);
    void proxy(exchange.request, exchange.response, (error) =>
      refuse(exchange, error instanceof Error ? error : new Error('no path to proxy')),
    );
  };
  return { pass, close: (): void => agent.destroy() };
};

import { Agent, type ClientRequest, type IncomingMessage, type OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { Agent as SecureAgent } from 'node:https';
import { createRequire } from 'node:module';
import { SEAL_HEADER, type SealedRequestParts } from '@almanac/identity';
import type { Options, Plugin, RequestHandler } from 'http-proxy-middleware';
import { renderAnswer } from './aliases/aliasedAnswer.ts';
import { answerHeaders } from './answerHeaders.ts';
import type { Keeping } from './answers/keeping.ts';
import type { AnswerHead } from './contentCoding.ts';
import { type Destination, type Exchange, exchangeOf } from './exchange.ts';
import { redirectPage } from './redirectPage.ts';
import { responseHeaders } from './responseHeaders.ts';
import { sendStream } from './sendBody.ts';

/** Reactions of the gateway to the answer of a service, or to its failure. */
export interface Answering {
  /** Timeout in milliseconds without a byte from the service. */
  readonly timeout: number;
  /** Called when an answer begins to arrive, before any of it is passed on. */
  readonly onAnswer: (exchange: Exchange, status: number, headers: OutgoingHttpHeaders) => void;
  /** Called instead of passing on an event stream that the client has not asked for. */
  readonly onStreamRefused: (exchange: Exchange) => void;
  /** Called instead of passing on a service's refusal of a page, which is JSON. */
  readonly onPageRefused: (exchange: Exchange, status: number, headers: OutgoingHttpHeaders) => void;
  /** Called if there is no answer to pass on; `sent` is true if the service may have received the request. */
  readonly onFailure: (exchange: Exchange, failure: { readonly sent: boolean; readonly error: Error }) => void;
}

export interface ServiceProxyOptions extends Answering {
  /** Returns the seal of an internal request, as it is sent (docs/architecture.md §9). */
  readonly seal: (line: SealedRequestParts) => string;
}

/** Passes a request to a service and its answer back, with unchanged bodies. The service sees `request.url`. */
export type ServiceProxy = (exchange: Exchange, destination: Destination) => void;

const HOP_BY_HOP = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** True for headers that are neither hop-by-hop nor for the gateway. @param name in lower case */
export const isPassedBack = (name: string): boolean => !HOP_BY_HOP.has(name) && !name.startsWith('x-almanac-');

/** Returns the headers of an answer to pass on: neither hop-by-hop headers nor those for the gateway. */
export const ownHeaders = (answer: IncomingMessage): OutgoingHttpHeaders => {
  const headers: OutgoingHttpHeaders = {};
  for (const [name, value] of Object.entries(answer.headers)) if (isPassedBack(name)) headers[name] = value;
  return headers;
};

const isShown = (status: number): boolean => status < 300 || status === 304;

const passBack = (exchange: Exchange, answer: IncomingMessage): void => {
  const status = answer.statusCode ?? 502;
  const own = ownHeaders(answer);
  if (exchange.keeping?.wants(status, own)) keepAnswer(exchange, answer, exchange.keeping);
  else sendStream(exchange, { status, headers: answerHeaders(exchange, status, own) }, answer);
};

/** Reads an answer whole, keeps it, and sends it. */
const keepAnswer = ({ response }: Exchange, answer: IncomingMessage, keeping: Keeping): void => {
  const { statusCode: status = 502 } = answer;
  const headers = ownHeaders(answer);
  answer.toArray().then(
    (chunks) => keeping.answer({ status, headers, body: Buffer.concat(chunks) }),
    () => response.destroy(),
  );
};

const isStream = ({ headers }: IncomingMessage): boolean =>
  headers['content-type']?.startsWith('text/event-stream') === true;

/**
 * Passes on an event stream as long as both sides are connected; its silence is no timeout.
 * Events that a slow client does not read are buffered in the service, which limits the buffer.
 */
const passStream = (exchange: Exchange, answer: IncomingMessage): void => {
  const { response, upstream } = exchange;
  const status = answer.statusCode ?? 502;
  upstream?.setTimeout(0);
  // headers set one by one are readable later: the listener's shutdown finds event streams by them (`libs/service`)
  const { head } = renderAnswer(exchange, { status, headers: responseHeaders(exchange, status, ownHeaders(answer)) });
  for (const [name, value] of Object.entries(head.headers)) if (value !== undefined) response.setHeader(name, value);
  response.writeHead(status);
  response.flushHeaders();
  answer.once('close', () => response.end());
  response.once('close', () => upstream?.destroy());
  answer.pipe(response);
};

/** True if the answer is a refusal of a page that is not HTML: services refuse pages in JSON. */
const refusesPage = ({ kind }: Exchange, status: number, { 'content-type': type }: OutgoingHttpHeaders): boolean =>
  kind !== 'rest' && status >= 400 && !String(type).startsWith('text/html');

/**
 * Answers a page that is not passed back: a refusal, and a page that the client has not requested by its canonical
 * address. Returns false for other answers.
 */
export const answerInstead = (
  exchange: Exchange,
  { status, headers }: AnswerHead,
  { onPageRefused }: Pick<Answering, 'onPageRefused'>,
): boolean => {
  if (refusesPage(exchange, status, headers)) onPageRefused(exchange, status, headers);
  else if (exchange.rightAddress !== undefined && isShown(status)) redirectPage(exchange, exchange.rightAddress);
  else return false;
  return true;
};

const isRead = ({ request }: Exchange): boolean => request.method === 'GET' || request.method === 'HEAD';

/**
 * True if a read met a kept-alive connection that the service closed at the same moment (docs/architecture.md §9): the
 * request may be sent once more.
 */
export const isStale = (exchange: Exchange, error: NodeJS.ErrnoException): boolean =>
  exchange.upstream?.reusedSocket === true &&
  exchange.retried !== true &&
  isRead(exchange) &&
  (error.code === 'ECONNRESET' || error.code === 'EPIPE');

const NEVER_SENT = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);

export const createServiceProxy = (options: ServiceProxyOptions): ServiceProxy => {
  const { timeout, seal, onAnswer, onFailure } = options;

  const watch = (upstream: ClientRequest, request: IncomingMessage): void => {
    const exchange = exchangeOf(request);
    exchange.upstream = upstream;
    // the gateway refused it while it waited for a connection: the rest of its body never arrives
    if (exchange.response.closed) {
      upstream.destroy();
      return;
    }
    const { method, path: target } = upstream;
    if (target.startsWith('/internal/'))
      upstream.setHeader(SEAL_HEADER, seal({ method, target, headers: request.headers }));
    upstream.setTimeout(timeout, () => upstream.destroy(new Error(`no answer within ${timeout} ms`)));
  };

  const fail = (error: NodeJS.ErrnoException, request: IncomingMessage): void => {
    const exchange = exchangeOf(request);
    if (exchange.response.headersSent) {
      exchange.response.destroy();
    } else if (isStale(exchange, error)) {
      exchange.retried = true;
      pass(exchange);
    } else {
      onFailure(exchange, { sent: !NEVER_SENT.has(error.code ?? ''), error });
    }
  };

  const refuseStream = (exchange: Exchange, answer: IncomingMessage): void => {
    // its end is an error of the request, which must not come before the refusal is sent
    exchange.response.once('close', () => answer.destroy());
    options.onStreamRefused(exchange);
  };

  const plugin: Plugin = (proxy) => {
    proxy.on('proxyReq', watch);
    proxy.on('proxyRes', (answer, request) => {
      const exchange = exchangeOf(request);
      onAnswer(exchange, answer.statusCode ?? 502, answer.headers);
      if (isStream(answer))
        return exchange.destination?.streams ? passStream(exchange, answer) : refuseStream(exchange, answer);
      const head = { status: answer.statusCode ?? 502, headers: answer.headers };
      if (answerInstead(exchange, head, options)) answer.resume();
      else passBack(exchange, answer);
    });
    proxy.on('error', (error, request, response) => {
      if (request !== undefined && response instanceof ServerResponse) fail(error, request);
    });
  };

  const proxy = createSharedProxy(plugin);

  const pass = (exchange: Exchange): void => {
    void proxy(exchange.request, exchange.response, (error) => {
      // without an error, the proxy found no path to proxy
      if (error === undefined) onFailure(exchange, { sent: false, error: new Error('no path to proxy') });
    });
  };

  return (exchange, destination) => {
    exchange.destination = destination;
    pass(exchange);
  };
};

/** Passes a request to the destination of its exchange. */
type SharedProxy = (...passed: Parameters<RequestHandler>) => Promise<void>;

const require = createRequire(import.meta.url);

/** Returns the proxy; its package is loaded at the first request that a connection passes on. */
const proxyMiddleware = (): typeof import('http-proxy-middleware') => require('http-proxy-middleware');

/**
 * Creates a proxy to the destinations of exchanges. Each proxy adds a listener to the server, so all destinations share
 * one.
 */
export const createSharedProxy = (plugin: Plugin, options: Pick<Options, 'changeOrigin'> = {}): SharedProxy => {
  // a restarted service has closed all kept-alive connections, but not all of them are detected yet: retry on a new one
  const anew = { 'http:': new Agent(), 'https:': new SecureAgent() };
  const create = () =>
    proxyMiddleware().createProxyMiddleware({
      ...options,
      router: (request, _response, sent) => {
        const { destination, retried } = exchangeOf(request);
        if (destination === undefined) throw new Error('the request has no destination');
        const { address, agent } = destination;
        sent.agent = retried === true ? anew[address.protocol === 'https:' ? 'https:' : 'http:'] : agent;
        return address;
      },
      selfHandleResponse: true,
      // the default plugins answer in HTML and log to the console
      ejectPlugins: true,
      plugins: [plugin],
    });
  let proxy: RequestHandler | undefined;
  return (...passed) => {
    proxy ??= create();
    return proxy(...passed);
  };
};

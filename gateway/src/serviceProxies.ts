import type { RequestListener, ServerResponse } from 'node:http';
import { isServiceName, type ServiceName } from '@almanac/contracts';
import {
  contentOfStream,
  createSigner,
  SEAL_HEADER,
  type SealedRequestParts,
  type SigningKey,
  sealRequest,
} from '@almanac/identity';
import { TOKEN_HEADER, WAIT_FOR_HEADER } from '@almanac/messaging';
import { CHANGES_HEADER, MADE_OF_HEADER, restErrors } from '@almanac/rest';
import { type Log, ROUTE_HEADER, ServiceUnavailableError, type Settings } from '@almanac/service';
import { noteRoute, type OpenSpan, spans } from '@almanac/telemetry';
import type { RemoteSources } from './answers/remoteSources.ts';
import { createPools, POOLS, poolOf } from './connectionPools.ts';
import { gatewayErrors } from './errors.ts';
import type { Destination, Exchange } from './exchange.ts';
import { fail } from './failures.ts';
import { forwardedHeaders } from './forwardedHeaders.ts';
import { createLocalPass } from './localServices.ts';
import { failPage } from './pageFailure.ts';
import type { RecentTokens } from './recentTokens.ts';
import { type Answering, createServiceProxy } from './serviceProxy.ts';

export interface ServiceProxiesOptions {
  readonly addresses: ReadonlyMap<ServiceName, string>;
  /** The listeners of services in this process, which get requests of the interface without a connection. */
  readonly listeners?: ReadonlyMap<ServiceName, RequestListener>;
  readonly secret: string;
  /** The gateway's key, which signs in addition to the secret. */
  readonly signingKey?: SigningKey | undefined;
  readonly now: () => Date;
  readonly log: Log;
  readonly settings: Settings;
  readonly recentTokens: RecentTokens;
  /** The sources of answers in memory; absent if none are kept, or their services run in this process. */
  readonly remote?: Pick<RemoteSources, 'raise'> | undefined;
  /** Timeout in milliseconds without a byte from a service. */
  readonly timeout: number;
  /** Maximum number of concurrent event streams per service; default 1,000. */
  readonly mostStreams?: number;
  /** Calls `proceed` when the body has arrived, or at once if the body is streamed. */
  readonly whenArrived: (exchange: Exchange, proceed: () => void) => void;
  /** Called when the answer of a service begins to arrive. */
  readonly onAnswer: (exchange: Exchange, status: number) => void;
}

/** A path and a query, without `?`. */
export type Target = Pick<Exchange, 'path' | 'query'>;

/** Maximum number of concurrent event streams per service. */
const STREAMS = 1_000;

/** Headers of a service's refusal that the page of the refusal keeps. */
const KEPT_OF_REFUSALS: ReadonlySet<string> = new Set(['retry-after', 'ratelimit', 'ratelimit-policy']);

/** Takes one of a service's places until the answer has ended; false if none is free. */
const createPlaces = (most: number) => {
  const taken = new Map<ServiceName, number>();
  const change = (service: ServiceName, by: number): void => void taken.set(service, (taken.get(service) ?? 0) + by);
  return (service: ServiceName, response: ServerResponse): boolean => {
    if ((taken.get(service) ?? 0) >= most) return false;
    change(service, 1);
    response.once('close', () => change(service, -1));
    return true;
  };
};

/** Starts the span of a request to a service; it ends with the answer to the client. */
const passingSpan = ({ span: outer, request, response }: Exchange, service: ServiceName): OpenSpan =>
  outer.around(() => {
    const { method = 'GET' } = request;
    const attributes = { 'http.request.method': method, 'peer.service': `almanac-${service}` };
    const span = spans.begin(`${method} ${service}`, { kind: 'client', attributes });
    // ends before the span around it
    response.prependOnceListener('close', () => {
      span.set({ 'http.response.status_code': response.statusCode });
      if (response.statusCode >= 500) span.fail(String(response.statusCode));
      span.end();
    });
    return span;
  });

const READS: readonly string[] = ['GET', 'HEAD', 'OPTIONS'];

const isRead = ({ method = '' }: Exchange['request']): boolean => READS.includes(method);

/** Targets of pages; files and the administration have others. */
const PAGE = /^\/internal\/page(?:s|-of)(?:[/?]|$)/;

const isOfPage = ({ url = '' }: Exchange['request']): boolean => PAGE.test(url);

/** Creates the proxies to the services; each request carries its principal in a signed header. */
export const createServiceProxies = (options: ServiceProxiesOptions) => {
  const { addresses, secret, now, log, settings, recentTokens, remote, timeout, whenArrived, onAnswer } = options;
  const signers = new Map(
    Array.from(addresses.keys(), (service) => [service, createSigner(options, { from: 'gateway', for: service })]),
  );
  const pools = createPools();
  const destinations = new Map<string, Destination>();
  const mayStream = createPlaces(options.mostStreams ?? STREAMS);

  for (const [service, address] of addresses)
    for (const pool of POOLS)
      destinations.set(`${service} ${pool}`, {
        address: new URL(address),
        agent: pools[pool],
        streams: pool === 'streams',
      });

  /** Raises the versions by an answer. A write without a report may have changed anything. */
  const noteChanges = ({ request, target }: Exchange, text: string | undefined): void => {
    if (target !== undefined && isServiceName(target) && (text !== undefined || !isRead(request)))
      remote?.raise(target, text);
  };

  const answering: Answering = {
    timeout,
    onAnswer: (exchange, status, headers) => {
      recentTokens.note(headers[TOKEN_HEADER]?.toString());
      exchange.keeping?.madeOf(headers[MADE_OF_HEADER]?.toString());
      noteChanges(exchange, headers[CHANGES_HEADER]?.toString());
      const route = headers[ROUTE_HEADER]?.toString();
      if (route !== undefined) noteRoute(exchange.response, route);
      onAnswer(exchange, status);
    },
    onFailure: (exchange, { sent, error }) => {
      noteChanges(exchange, undefined);
      // the client has disconnected, which also ended the request to the service
      if (exchange.response.destroyed) return;
      const { target: service = '' } = exchange;
      log.warn({ service, id: exchange.id, err: error }, 'no answer from the service');
      // a write that was sent but not answered may have been committed (docs/architecture.md §2, Uncertain outcomes)
      fail(
        exchange,
        sent && !isRead(exchange.request) ? restErrors.outcomeUnknown() : new ServiceUnavailableError(service),
        {
          log,
          settings,
        },
      );
    },
    onStreamRefused: (exchange) => fail(exchange, gatewayErrors.streamNotAsked(), { log, settings }),
    onPageRefused: (exchange, status, own) => {
      const headers = Object.fromEntries(Object.entries(own).filter(([name]) => KEPT_OF_REFUSALS.has(name)));
      failPage(exchange, { status, headers }, settings.current());
    },
  };
  const seal = (line: SealedRequestParts): string => sealRequest(line, contentOfStream(line), secret, now());
  const passLocally = createLocalPass(answering);
  const passTo = createServiceProxy({ ...answering, seal });

  /** Returns the listener that takes a request of the interface, or of a page, in this process. */
  const listenerFor = (service: ServiceName, { kind, request }: Exchange): RequestListener | undefined =>
    kind === 'rest' || isOfPage(request) ? options.listeners?.get(service) : undefined;

  /** Seals the request of a page, as the proxy does for one that it sends. */
  const sealPage = ({ kind, request: { method = 'GET', url: target = '/', headers } }: Exchange): void => {
    if (kind !== 'rest') headers[SEAL_HEADER] = seal({ method, target, headers });
  };

  const send = (exchange: Exchange, service: ServiceName, { path, query }: Target): void => {
    const { request, principal } = exchange;
    const pool = poolOf(exchange);
    const sign = signers.get(service);
    const destination = destinations.get(`${service} ${pool}`);
    if (sign === undefined || destination === undefined) throw new Error(`the gateway knows no address of ${service}`);
    request.url = query === '' ? path : `${path}?${query}`;
    const span = passingSpan(exchange, service);
    request.headers = forwardedHeaders(exchange, {
      signed: sign(principal, now()),
      traceparent: span.traceparent,
    });
    const token = recentTokens.for(service);
    if (token !== undefined) request.headers[WAIT_FOR_HEADER] = token;
    const listener = listenerFor(service, exchange);
    if (listener !== undefined && (pool === 'reads' || pool === 'writes')) {
      sealPage(exchange);
      passLocally(exchange, listener, pool);
    } else if (pool === 'streams' && !mayStream(service, exchange.response))
      fail(exchange, new ServiceUnavailableError(service), { log, settings });
    else passTo(exchange, destination);
  };

  return {
    /** @param target the address within the service, if it differs from the requested one */
    pass: (exchange: Exchange, service: ServiceName, target: Target = exchange): void => {
      exchange.target = service;
      whenArrived(exchange, () => send(exchange, service, target));
    },
    close: (): void => {
      for (const agent of Object.values(pools)) agent.destroy();
    },
  };
};

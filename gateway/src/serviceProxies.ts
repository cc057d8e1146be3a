import { Agent, type IncomingMessage, type ServerResponse } from 'node:http';
import type { ServiceName } from '@almanac/contracts';
import { DomainError } from '@almanac/domain';
import { contentOfStream, createSigner, sealRequest } from '@almanac/identity';
import { TOKEN_HEADER, WAIT_FOR_HEADER } from '@almanac/messaging';
import { EVENT_STREAM } from '@almanac/rest';
import { type Log, ServiceUnavailableError } from '@almanac/service';
import type { Settings } from '@almanac/settings';
import type { Exchange } from './exchange.ts';
import { fail, outcomeUnknown } from './failures.ts';
import { forwardedHeaders } from './forwardedHeaders.ts';
import { failPage } from './pageFailure.ts';
import type { RecentTokens } from './recentTokens.ts';
import { createServiceProxy, type ServiceProxy } from './serviceProxy.ts';

export interface ServiceProxiesOptions {
  readonly addresses: ReadonlyMap<ServiceName, string>;
  readonly secret: string;
  readonly now: () => Date;
  readonly log: Log;
  readonly settings: Settings;
  readonly recentTokens: RecentTokens;
  /** Milliseconds without a byte from a service until it counts as slow. */
  readonly timeout: number;
  /** Streams of events that are passed on from each service at a time; default 1,000. */
  readonly mostStreams?: number;
  /** Called when the answer of a service begins to arrive. */
  readonly onAnswer: (exchange: Exchange, status: number) => void;
}

/** A path and a query, without `?`. */
export type Target = Pick<Exchange, 'path' | 'query'>;

/** Connections kept to each service (docs/architecture.md §9). */
const SOCKETS = 128;

/** Streams of events of each service that are passed on at a time. */
const STREAMS = 1_000;

/** Clients that want a stream of events say so, as browsers do. */
const asksForStream = ({ method, headers }: IncomingMessage): boolean =>
  method === 'GET' && headers.accept?.includes(EVENT_STREAM) === true;

const streamNotAsked = (): DomainError =>
  new DomainError('rest_not_acceptable', 406, 'This is a stream of events; ask for it with Accept: text/event-stream.');

/** Takes one of each service's places until the answer has ended; false where there is none. */
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

/** Passes exchanges on to the services, with the principal in a signed header. */
export const createServiceProxies = (options: ServiceProxiesOptions) => {
  const { addresses, secret, now, log, settings, recentTokens, timeout, onAnswer } = options;
  const sign = createSigner(secret);
  const exchanges = new WeakMap<IncomingMessage, Exchange>();
  const requests = new Agent({ keepAlive: true, maxSockets: SOCKETS, maxFreeSockets: SOCKETS });
  const streams = new Agent({ keepAlive: false });
  const mayStream = createPlaces(options.mostStreams ?? STREAMS);
  const exchangeOf = (request: IncomingMessage): Exchange => exchanges.get(request) as Exchange;

  const proxyOf = (service: ServiceName, address: string, agent: Agent): ServiceProxy =>
    createServiceProxy({
      address,
      agent,
      streams: agent === streams,
      timeout,
      seal: (line) => sealRequest(line, contentOfStream(line), secret, now()),
      exchangeOf,
      onAnswer: (exchange, status, headers) => {
        recentTokens.note(headers[TOKEN_HEADER]?.toString());
        onAnswer(exchange, status);
      },
      onFailure: (exchange, { sent, error }) => {
        // the client has left, and with it the request to the service
        if (exchange.response.destroyed) return;
        log.warn({ service, id: exchange.id, err: error }, 'no answer from the service');
        const isRead = ['GET', 'HEAD', 'OPTIONS'].includes(exchange.request.method ?? '');
        fail(exchange, sent && !isRead ? outcomeUnknown() : new ServiceUnavailableError(service), { log, settings });
      },
      onStreamRefused: (exchange) => fail(exchange, streamNotAsked(), { log, settings }),
      onPageRefused: (exchange, status) => failPage(exchange, { status }, settings.current()),
    });

  const proxiesOn = (agent: Agent) =>
    new Map([...addresses].map(([service, address]) => [service, proxyOf(service, address, agent)]));
  const [proxies, streamProxies] = [proxiesOn(requests), proxiesOn(streams)];

  return {
    /** @param target the address within the service, where it is not the one that was asked for */
    pass: (exchange: Exchange, service: ServiceName, target: Target = exchange): void => {
      const { request, principal } = exchange;
      const { path, query } = target;
      request.url = query === '' ? path : `${path}?${query}`;
      request.headers = forwardedHeaders(exchange, sign(principal, now()));
      const token = recentTokens.for(service);
      if (token !== undefined) request.headers[WAIT_FOR_HEADER] = token;
      exchange.target = service;
      exchanges.set(request, exchange);
      const isStream = asksForStream(request);
      if (isStream && !mayStream(service, exchange.response))
        fail(exchange, new ServiceUnavailableError(service), { log, settings });
      else ((isStream ? streamProxies : proxies).get(service) as ServiceProxy)(exchange);
    },
    close: (): void => {
      requests.destroy();
      streams.destroy();
    },
  };
};

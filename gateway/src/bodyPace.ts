import type { DomainError } from '@almanac/i18n';
import { hasBody, restErrors, siteStopping } from '@almanac/rest';
import type { Exchange } from './exchange.ts';
import { type FailingPorts, fail } from './failures.ts';
import { isReadWhole } from './wholeBody.ts';

/** Minimum pace of a request body (docs/interface/server.md §4). */
export interface BodyPace {
  /** Interval between two counts of the bytes, in milliseconds. */
  readonly every: number;
  /** Minimum number of bytes per interval, unless the body ends. */
  readonly least: number;
  /** Timeout for a body that is read whole, in milliseconds. */
  readonly whole: number;
}

/** Milliseconds for which a stopping gateway waits for bodies that are arriving. */
const STOPPING_GRACE_MS = 2_000;

export const bodyPace: BodyPace = { every: 10_000, least: 5_000, whole: 60_000 };

/** Watches the body of a request. */
type WatchBody = (exchange: Exchange) => void;

/**
 * Creates the watch of request bodies. It refuses a request whose body arrives too slowly, or has not arrived a moment
 * after the process began to stop.
 * @param stopping aborts when the process stops
 */
export const createBodyWatch = (pace: BodyPace, ports: FailingPorts, stopping: AbortSignal | undefined): WatchBody => {
  const arriving = new Set<Exchange>();
  const refuseRest = (): void => {
    for (const exchange of arriving) if (isArriving(exchange)) refuse(exchange, siteStopping(), ports);
  };
  const refuseSoon = (): void => void setTimeout(refuseRest, STOPPING_GRACE_MS).unref();
  stopping?.addEventListener('abort', refuseSoon, { once: true });
  return (exchange) => {
    if (!hasBody(exchange.request)) return;
    arriving.add(exchange);
    const endWatch = watchPace(exchange, pace, ports);
    exchange.response.once('close', () => {
      arriving.delete(exchange);
      endWatch();
    });
  };
};

const isArriving = ({ request, response }: Exchange): boolean =>
  !request.complete && !request.destroyed && (!response.headersSent || response.writableFinished);

/**
 * Refuses a request whose body arrives too slowly: 408, or a closed connection if an answer has been written.
 * A client whose bytes wait for a service is not slow.
 * @returns a function that ends the watch after the response, if the body has arrived
 */
const watchPace = (exchange: Exchange, { every, least, whole }: BodyPace, ports: FailingPorts): (() => void) => {
  const { request } = exchange;
  const { socket } = request;
  let [seen, passed] = [socket.bytesRead, 0];
  let hasWaited = false;

  const isLate = (): boolean => {
    passed += every;
    const arrived = socket.bytesRead - seen;
    seen = socket.bytesRead;
    if (passed >= whole && isReadWhole(exchange)) return true;
    const isWaiting = request.readableLength > 0 || exchange.upstream?.writableNeedDrain === true;
    // a service that has just started to read has blocked the bytes until now
    const isHeld = isWaiting || hasWaited;
    hasWaited = isWaiting;
    return arrived < least && !isHeld;
  };

  let timer: NodeJS.Timeout | undefined;
  // judges after the sockets were read: a busy process has not yet seen the bytes that have arrived
  const wait = (): void => {
    timer = setTimeout(() => setImmediate(judge), every).unref();
  };
  const judge = (): void => {
    if (request.complete || request.destroyed) return;
    if (isLate() && isArriving(exchange)) refuse(exchange, restErrors.requestTimeout(), ports);
    else wait();
  };
  wait();
  return () => {
    if (request.complete) clearTimeout(timer);
  };
};

const refuse = (exchange: Exchange, error: DomainError, ports: FailingPorts): void => {
  const { request, response } = exchange;
  if (response.headersSent) {
    request.destroy();
    return;
  }
  response.once('close', () => exchange.upstream?.destroy());
  // closes the connection: the gateway does not read the rest of the body
  response.setHeader('connection', 'close');
  fail(exchange, error, ports);
};

import { hasBody, restErrors } from '@almanac/rest';
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

export const bodyPace: BodyPace = { every: 10_000, least: 5_000, whole: 60_000 };

/**
 * Refuses a request whose body arrives too slowly: 408, or a closed connection if an answer has been written.
 * A client whose bytes wait for a service is not slow.
 */
export const watchPace = (exchange: Exchange, { every, least, whole }: BodyPace, ports: FailingPorts): void => {
  const { request, response } = exchange;
  if (!hasBody(request)) return;
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
    if (isLate() && (!response.headersSent || response.writableFinished)) refuse(exchange, ports);
    else wait();
  };
  wait();
  response.once('close', () => request.complete && clearTimeout(timer));
};

const refuse = (exchange: Exchange, ports: FailingPorts): void => {
  const { request, response } = exchange;
  if (response.headersSent) {
    request.destroy();
    return;
  }
  response.once('close', () => exchange.upstream?.destroy());
  // closes the connection: the gateway does not read the rest of the body
  response.setHeader('connection', 'close');
  fail(exchange, restErrors.requestTimeout(), ports);
};

import { hasBody, requestTimeout } from '@almanac/rest';
import type { Exchange } from './exchange.ts';
import { type FailingPorts, fail } from './failures.ts';
import { isReadWhole } from './wholeBody.ts';

/** How fast a body must arrive (docs/interface/server.md §4). */
export interface BodyPace {
  /** Milliseconds after which the bytes are counted, again and again. */
  readonly every: number;
  /** Bytes that have to arrive in that time, unless the body ends. */
  readonly least: number;
  /** Milliseconds for a body that is read whole. */
  readonly whole: number;
}

export const bodyPace: BodyPace = { every: 10_000, least: 5_000, whole: 60_000 };

/**
 * Refuses a request whose body arrives too slowly: 408, or the end of its connection where an answer has been written.
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
    // a service that has just begun to take the bytes has held them until now
    const isHeld = isWaiting || hasWaited;
    hasWaited = isWaiting;
    return arrived < least && !isHeld;
  };

  let timer: NodeJS.Timeout | undefined;
  // judged once the sockets were read: a process that was busy itself has not looked yet at what has arrived
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
  // what is still to come is not waited for
  response.setHeader('connection', 'close');
  fail(exchange, requestTimeout(), ports);
};

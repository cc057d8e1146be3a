import type { OutgoingHttpHeaders, RequestListener, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { type AnswerReceiver, EVENT_STREAM, receiveAnswer, runWithLimits, UsedLimits } from '@almanac/rest';
import { ROUTE_HEADER } from '@almanac/service';
import { answerHeaders } from './answerHeaders.ts';
import type { Exchange } from './exchange.ts';
import { sendStream, sendWhole } from './sendBody.ts';
import { type Answering, answerInstead, isPassedBack } from './serviceProxy.ts';

/** Maximum number of requests of a kind that a service in this process answers at once, as between processes. */
const MOST_AT_ONCE = 128;

/** Listeners to the end of one response, beyond which Node suspects a leak. */
const MOST_LISTENERS = 30;

/** Begins requests as long as there is room, the others in their order. The given function ends a request. */
const createRoom = (most: number) => {
  const waiting: (() => void)[] = [];
  let taken = 0;
  const leave = (): void => {
    const next = waiting.shift();
    if (next === undefined) taken -= 1;
    else next();
  };
  return (begin: (end: () => void) => void): void => {
    let hasEnded = false;
    const end = (): void => {
      if (!hasEnded) leave();
      hasEnded = true;
    };
    if (taken === most) waiting.push(() => begin(end));
    else {
      taken += 1;
      begin(end);
    }
  };
};

/** Returns headers as a connection would deliver them: names in lower case, repeated ones joined. */
const asDelivered = (headers: OutgoingHttpHeaders): OutgoingHttpHeaders => {
  const delivered: OutgoingHttpHeaders = {};
  for (const [name, value] of Object.entries(headers)) {
    const lower = name.toLowerCase();
    delivered[lower] = Array.isArray(value) && lower !== 'set-cookie' ? value.join(', ') : value;
  }
  return delivered;
};

/**
 * Removes the headers for the gateway, which the service has set at the response before its answer, and returns them.
 * The route is known from the response itself.
 */
const takeForGateway = (response: ServerResponse): OutgoingHttpHeaders => {
  const taken: OutgoingHttpHeaders = {};
  for (const name of response.getHeaderNames()) {
    if (isPassedBack(name)) continue;
    if (name !== ROUTE_HEADER) taken[name] = response.getHeader(name);
    response.removeHeader(name);
  }
  return taken;
};

const ownHeaders = (headers: OutgoingHttpHeaders): OutgoingHttpHeaders =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => isPassedBack(name)));

/**
 * Creates the function that passes requests to a service in this process, and its answers back. The service takes the
 * request itself; its answer takes the way of an answer over a connection.
 */
export const createLocalPass = (options: Answering) => {
  const { timeout, onAnswer, onFailure, onStreamRefused } = options;
  const room = { reads: createRoom(MOST_AT_ONCE), writes: createRoom(MOST_AT_ONCE) };

  const receiverFor = (exchange: Exchange, end: () => void): AnswerReceiver => {
    const { response } = exchange;
    const beLate = (): void => onFailure(exchange, { sent: true, error: new Error(`no answer within ${timeout} ms`) });
    const timer = setTimeout(beLate, timeout);
    const isOver = (): boolean => response.headersSent || response.closed;
    const received = (status: number, given: OutgoingHttpHeaders): OutgoingHttpHeaders => {
      clearTimeout(timer);
      const headers = { ...takeForGateway(response), ...asDelivered(given) };
      onAnswer(exchange, status, headers);
      return ownHeaders(headers);
    };
    response.once('close', () => {
      clearTimeout(timer);
      end();
    });
    return {
      whole: ({ status, headers: given }, chunks) => {
        end();
        if (isOver()) return;
        const headers = received(status, given);
        if (answerInstead(exchange, { status, headers }, options)) return;
        if (exchange.keeping?.wants(status, headers))
          exchange.keeping.answer({ status, headers, body: Buffer.concat(chunks) });
        else sendWhole(exchange, { status, headers: answerHeaders(exchange, status, headers) }, chunks);
      },
      stream: ({ status, headers: given }, body) => {
        end();
        body.once('error', () => response.destroy());
        response.once('close', () => body.destroy());
        if (isOver()) {
          body.destroy();
          return;
        }
        const headers = received(status, given);
        if (String(headers['content-type']).startsWith(EVENT_STREAM)) {
          body.destroy();
          onStreamRefused(exchange);
        } else if (answerInstead(exchange, { status, headers }, options)) {
          body.destroy();
        } else if (exchange.keeping?.wants(status, headers)) {
          const { keeping } = exchange;
          buffer(body).then(
            (whole) => keeping.answer({ status, headers, body: whole }),
            () => response.destroy(),
          );
        } else sendStream(exchange, { status, headers: answerHeaders(exchange, status, headers) }, body);
      },
      goesOn: () => void timer.refresh(),
    };
  };

  return (exchange: Exchange, listener: RequestListener, pool: keyof typeof room): void =>
    room[pool]((end) => {
      const { request, response } = exchange;
      if (response.closed) return end();
      // both parts listen to its end
      response.setMaxListeners(MOST_LISTENERS);
      receiveAnswer(response, receiverFor(exchange, end));
      // the service notes limits and sources by itself, and only while it makes the answer
      runWithLimits(new UsedLimits(), () => listener(request, response));
    });
};

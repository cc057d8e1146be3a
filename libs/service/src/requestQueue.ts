import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Requests of a connection that may wait for the answer of an earlier one; a client that sends more is cut off. */
export const MAX_WAITING_REQUESTS = 16;

/** The requests of all connections, of which each connection has one answered at a time. */
export interface RequestQueue {
  readonly listener: RequestListener;
  /** The responses that are being answered, at most one for each connection. */
  readonly running: ReadonlyMap<Socket, ServerResponse>;
}

type Pipelined = readonly [IncomingMessage, ServerResponse];

/**
 * Answers the requests of a connection one after another. Node hands on all pipelined requests that arrive in one chunk
 * at once, more than a thousand. Requests that wait when their connection ends are never begun.
 */
export const createRequestQueue = (answer: RequestListener): RequestQueue => {
  const running = new Map<Socket, ServerResponse>();
  const waiting = new Map<Socket, Pipelined[]>();

  const begin = (request: IncomingMessage, response: ServerResponse): void => {
    const { socket } = request;
    running.set(socket, response);
    response.once('close', () => {
      // others are answered between two requests of one connection
      if (waiting.has(socket)) setImmediate(proceed, socket);
      else running.delete(socket);
    });
    answer(request, response);
  };

  const proceed = (socket: Socket): void => {
    const queue = waiting.get(socket) ?? [];
    // a connection that has ended, or ends with the answer before, takes no further answer
    const next = socket.writable ? queue.shift() : undefined;
    if (next === undefined || queue.length === 0) waiting.delete(socket);
    if (next === undefined) running.delete(socket);
    else begin(...next);
  };

  const enqueue = (socket: Socket, pipelined: Pipelined): void => {
    const queue = waiting.get(socket);
    if (queue === undefined) waiting.set(socket, [pipelined]);
    else if (queue.length < MAX_WAITING_REQUESTS) queue.push(pipelined);
    else socket.destroy();
  };

  const listener: RequestListener = (request, response) => {
    const { socket } = request;
    if (socket.destroyed) return;
    if (running.has(socket)) enqueue(socket, [request, response]);
    else begin(request, response);
  };

  return { listener, running };
};

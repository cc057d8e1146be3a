import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Maximum number of queued requests per connection; a client that sends more is disconnected. */
export const MAX_WAITING_REQUESTS = 16;

/** The requests of all connections, of which each connection has one running at a time. */
export interface RequestQueue {
  readonly listener: RequestListener;
  /** The responses being written, at most one per connection. */
  readonly running: ReadonlyMap<Socket, ServerResponse>;
}

type PipelinedRequest = readonly [IncomingMessage, ServerResponse];

/**
 * Answers the requests of a connection one after another.
 * Node passes all pipelined requests of one chunk at once, more than a thousand. Requests that wait when their
 * connection ends are never started.
 */
export const createRequestQueue = (answer: RequestListener): RequestQueue => {
  const running = new Map<Socket, ServerResponse>();
  const waiting = new Map<Socket, PipelinedRequest[]>();

  const begin = (request: IncomingMessage, response: ServerResponse): void => {
    const { socket } = request;
    running.set(socket, response);
    response.once('close', () => {
      // other connections are served between two requests of one connection
      if (waiting.has(socket)) setImmediate(proceed, socket);
      else running.delete(socket);
    });
    answer(request, response);
  };

  const proceed = (socket: Socket): void => {
    const queue = waiting.get(socket) ?? [];
    // a connection that has ended, or ends with the previous answer, accepts no further answer
    const next = socket.writable ? queue.shift() : undefined;
    if (next === undefined || queue.length === 0) waiting.delete(socket);
    if (next === undefined) running.delete(socket);
    else begin(...next);
  };

  const enqueue = (socket: Socket, pipelined: PipelinedRequest): void => {
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

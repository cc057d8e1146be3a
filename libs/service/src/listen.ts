import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { answerBrokenRequests } from './brokenRequests.ts';
import { ChunkedRequest } from './chunkedRequest.ts';
import { type ConnectionLimit, limitConnections } from './connectionLimit.ts';
import { ConfigurationError } from './environment.ts';
import { portOf } from './portOf.ts';
import { probeClient } from './probeClient.ts';
import { createRequestQueue, type RequestQueue } from './requestQueue.ts';

export interface Listening {
  readonly port: number;
  /**
   * Accepts no new connections, lets running requests end, and closes the others after a timeout.
   * @param grace milliseconds, default 10,000
   */
  close(grace?: number): Promise<void>;
  /** Ends event streams, which never end by themselves; their clients reconnect. */
  endStreams(): void;
}

export interface ListenOptions {
  /** 0 lets the system choose. */
  readonly port: number;
  /** Default: every interface. */
  readonly host?: string;
  /** Timeout in milliseconds for a whole request, including a file on a slow line; default 300,000. */
  readonly requestTimeout?: number;
  /** Timeout in milliseconds for the headers of a request; default 20,000. */
  readonly headersTimeout?: number;
  /** Timeout in milliseconds in which a client must read some bytes of its answer; default 60,000. */
  readonly stallTimeout?: number;
  /** Default: as many connections as the system allows. */
  readonly connectionLimit?: ConnectionLimit;
  /**
   * True if a client that ended its side of the connection after its request gets its answer; default false: it counts
   * as a client that has left.
   */
  readonly halfOpen?: boolean;
}

const HEADERS_TIMEOUT = 20_000;
const STALL_TIMEOUT = 60_000;

/**
 * Serves HTTP. Idle connections outlive those of Almanac's own clients, so that no request meets a closing socket
 * (docs/architecture.md §9).
 * @throws ConfigurationError if the port is taken or not allowed
 */
export const listen = async (listener: RequestListener, options: ListenOptions): Promise<Listening> => {
  const headersTimeout = options.headersTimeout ?? HEADERS_TIMEOUT;
  // checks often enough that no timeout is late by more than a quarter
  const connectionsCheckingInterval = headersTimeout / 4;
  const queue = createRequestQueue(listener);
  const server = createServer(
    { noDelay: true, keepAlive: true, connectionsCheckingInterval, IncomingMessage: ChunkedRequest },
    queue.listener,
  );
  if (options.connectionLimit !== undefined) limitConnections(server, options.connectionLimit);
  if (options.halfOpen === true) allowHalfOpen(server, queue);
  answerBrokenRequests(server, queue);
  const endStreams = (): void => {
    for (const response of queue.running.values()) if (isStream(response)) response.end();
  };
  cutStalled(server, { queue, after: options.stallTimeout ?? STALL_TIMEOUT });
  server.keepAliveTimeout = 65_000;
  server.headersTimeout = headersTimeout;
  server.requestTimeout = options.requestTimeout ?? 300_000;
  await opened(server, options);
  const close = (grace = 10_000): Promise<void> => {
    endStreams();
    for (const response of queue.running.values()) response.once('finish', () => server.closeIdleConnections());
    return closed(server, grace);
  };
  return { port: portOf(server), close, endStreams };
};

const isStream = (response: ServerResponse): boolean =>
  String(response.getHeader('content-type')).startsWith('text/event-stream');

/** Answers clients that end their side of the connection after their request, and finds out which of them have left. */
const allowHalfOpen = (server: Server, queue: RequestQueue): void => {
  // an option of node:http that its types leave out
  Object.assign(server, { httpAllowHalfOpen: true });
  server.on('connection', (socket) => {
    socket.once('end', () => {
      const response = queue.running.get(socket);
      if (response !== undefined) probeClient(response);
    });
  });
};

interface Stalling {
  readonly queue: RequestQueue;
  /** Milliseconds. */
  readonly after: number;
}

/**
 * Closes idle connections, except those whose answer is being prepared.
 * A client that reads nothing of its answer would keep the answer in memory.
 */
const cutStalled = (server: Server, { queue, after }: Stalling): void => {
  server.setTimeout(after, (socket) => {
    if (!queue.running.has(socket) || socket.writableLength > 0) socket.destroy();
  });
};

const opened = (server: Server, { port, host }: ListenOptions): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(refusal(error, port)));
    server.listen({ port, host }, resolve);
  });

const refusal = (error: NodeJS.ErrnoException, port: number): Error => {
  if (error.code === 'EADDRINUSE')
    return new ConfigurationError(`Port ${port} is in use. Choose another one with PORT.`, { cause: error });
  if (error.code === 'EACCES')
    return new ConfigurationError(`Port ${port} needs more rights. Choose one above 1023 with PORT.`, { cause: error });
  return error;
};

const closed = (server: Server, grace: number): Promise<void> =>
  new Promise((resolve) => {
    const cut = setTimeout(() => server.closeAllConnections(), grace);
    server.close(() => {
      clearTimeout(cut);
      resolve();
    });
    server.closeIdleConnections();
  });

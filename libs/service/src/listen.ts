import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { answerBrokenRequests } from './brokenRequests.ts';
import { ChunkedRequest } from './chunkedRequest.ts';
import { type ConnectionLimit, limitConnections } from './connectionLimit.ts';
import { ConfigurationError } from './environment.ts';
import { portOf } from './portOf.ts';
import { createRequestQueue, type RequestQueue } from './requestQueue.ts';

export interface Listening {
  readonly port: number;
  /**
   * Takes no new connections, lets running requests end, and cuts off what is not done in time.
   * @param grace milliseconds, default 10,000
   */
  close(grace?: number): Promise<void>;
  /** Ends streams of events, which have no end of their own; their clients come again. */
  endStreams(): void;
}

export interface ListenOptions {
  /** 0 lets the system choose. */
  readonly port: number;
  /** Default: every interface. */
  readonly host?: string;
  /** Milliseconds in which a whole request must have arrived, a file on a slow line too; default 300,000. */
  readonly requestTimeout?: number;
  /** Milliseconds in which the headers of a request must have arrived; default 20,000. */
  readonly headersTimeout?: number;
  /** Milliseconds in which a client must take some bytes of its answer; default 60,000. */
  readonly stallTimeout?: number;
  /** Default: as many connections as the system allows. */
  readonly connectionLimit?: ConnectionLimit;
}

const HEADERS_TIMEOUT = 20_000;
const STALL_TIMEOUT = 60_000;

/**
 * Serves HTTP. Idle connections are kept longer than Almanac's own clients keep them, so that no request meets a
 * closing socket (docs/architecture.md §9).
 * @throws ConfigurationError when the port is taken or may not be used
 */
export const listen = async (listener: RequestListener, options: ListenOptions): Promise<Listening> => {
  const headersTimeout = options.headersTimeout ?? HEADERS_TIMEOUT;
  // late requests are looked for so often that none is a quarter later than its time
  const connectionsCheckingInterval = headersTimeout / 4;
  const queue = createRequestQueue(listener);
  const server = createServer(
    { noDelay: true, keepAlive: true, connectionsCheckingInterval, IncomingMessage: ChunkedRequest },
    queue.listener,
  );
  if (options.connectionLimit !== undefined) limitConnections(server, options.connectionLimit);
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
    return closed(server, grace);
  };
  return { port: portOf(server), close, endStreams };
};

const isStream = (response: ServerResponse): boolean =>
  String(response.getHeader('content-type')).startsWith('text/event-stream');

interface Stalling {
  readonly queue: RequestQueue;
  /** Milliseconds. */
  readonly after: number;
}

/**
 * Closes connections on which nothing moves, but for those whose answer is being made. A client that takes none of its
 * answer would keep the memory of it.
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

import type { RequestListener, ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { type ListenOptions, listen } from './listen.ts';

/** A port that is open from the start of a process to its end, whoever serves behind it. */
export interface OpenListener {
  readonly port: number;
  /** Why the process cannot serve just now: it starts, or it is told to stop. */
  unready(): Readonly<Record<string, string>>;
  serve(listener: RequestListener): void;
  /**
   * Serves on for so many ms, unready, and ends each connection with its answer, so that no client has a kept one when
   * the door closes.
   */
  drain(ms: number): Promise<void>;
  /** Takes no new connections and lets running requests end. Closing twice is closing once. */
  close(): Promise<void>;
}

export interface OpenListenerOptions extends ListenOptions {
  /** What answers under every state, given what serves: health, readiness and metrics before it. */
  readonly front?: (serve: RequestListener, unready: OpenListener['unready']) => RequestListener;
}

/**
 * Listens at once; until there is somebody to serve, it asks clients to come again.
 * @throws ConfigurationError when the port is taken
 */
export const openListener = async ({
  front = (serve) => serve,
  ...options
}: OpenListenerOptions): Promise<OpenListener> => {
  let state: 'starting' | 'serving' | 'stopping' = 'starting';
  let behind: RequestListener = (_request, response) => refuse(response);
  const unready = (): Readonly<Record<string, string>> => (state === 'serving' ? {} : { process: state });
  const listener = front((request, response) => {
    if (state === 'stopping') response.setHeader('connection', 'close');
    behind(request, response);
  }, unready);
  const listening = await listen(listener, options);
  let closing: Promise<void> | undefined;
  return {
    port: listening.port,
    unready,
    serve: (next) => {
      [state, behind] = ['serving', next];
    },
    drain: async (ms) => {
      state = 'stopping';
      await pause(ms);
    },
    close: () => {
      state = 'stopping';
      closing ??= listening.close();
      return closing;
    },
  };
};

const STARTING = JSON.stringify({
  code: 'rest_service_unavailable',
  message: 'A part of the site is not available; try again shortly.',
  data: { status: 503 },
});

const refuse = (response: ServerResponse): void => {
  response.writeHead(503, { 'retry-after': '1', 'content-type': 'application/json; charset=UTF-8' }).end(STARTING);
};

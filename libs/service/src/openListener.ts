import type { RequestListener, ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { type ListenOptions, listen } from './listen.ts';

/**
 * A listener whose port is open from the start of a process to its end, before the process can serve and while it
 * stops.
 */
export interface OpenListener {
  readonly port: number;
  /** Why the process cannot serve now: it is starting or stopping. */
  unready(): Readonly<Record<string, string>>;
  serve(listener: RequestListener): void;
  /**
   * Serves for so many ms more, unready, and closes each connection after its answer, so that no client keeps one when
   * the listener closes.
   */
  drain(ms: number): Promise<void>;
  /** Takes no new connections and lets running requests end. Closing twice is closing once. */
  close(): Promise<void>;
}

export interface OpenListenerOptions extends ListenOptions {
  /** Wraps the listener that serves; answers health, readiness and metrics in every state. */
  readonly front?: (serve: RequestListener, unready: OpenListener['unready']) => RequestListener;
}

/**
 * Listens at once; until `serve` is called it answers 503 with `Retry-After`.
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
      listening.endStreams();
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

import type { RequestListener, ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { type ListenOptions, listen } from './listen.ts';

/** A listener whose port is open as long as its process runs, also while the process starts or stops. */
export interface OpenListener {
  readonly port: number;
  /** Returns the reason why the process cannot serve: it is starting or stopping. */
  unready(): Readonly<Record<string, string>>;
  serve(listener: RequestListener): void;
  /**
   * Serves for a while longer as not ready.
   * It closes each connection after its answer, so that no client keeps one when the listener closes.
   * @param ms milliseconds
   */
  drain(ms: number): Promise<void>;
  /** Accepts no new connections and lets running requests end. A second call has no effect. */
  close(): Promise<void>;
}

export interface OpenListenerOptions extends ListenOptions {
  /** Wraps the listener that serves; answers health, readiness and metrics in every state. */
  readonly front?: (serve: RequestListener, unready: OpenListener['unready']) => RequestListener;
}

/**
 * Listens at once; until `serve` is called it answers 503 with `Retry-After`.
 * @throws ConfigurationError if the port is taken
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

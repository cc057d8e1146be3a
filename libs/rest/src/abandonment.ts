import type { ServerResponse } from 'node:http';
import { restErrors } from './errors.ts';
import type { ReceivedRequest } from './exchange.ts';

/** Returns a signal, created at first use, that aborts when the connection closes before the answer was written. */
export const abandonmentOf = (response: ServerResponse): (() => AbortSignal) => {
  let signal: AbortSignal | undefined;
  const watch = (): AbortSignal => {
    const controller = new AbortController();
    const end = (): void => {
      if (!response.writableFinished) controller.abort(restErrors.requestAborted());
    };
    if (response.closed || response.destroyed) end();
    else response.once('close', end);
    return controller.signal;
  };
  return () => {
    signal ??= watch();
    return signal;
  };
};

/**
 * Returns a signal, created at first use, that aborts when a request is abandoned, and for a write also when its process
 * stops. Reads go on: they end by themselves, and their clients cannot continue them.
 */
export const endOf = (
  { method, abandoned }: Pick<ReceivedRequest, 'method' | 'abandoned'>,
  stopping: AbortSignal | undefined,
): (() => AbortSignal) => {
  if (stopping === undefined || method === 'GET' || method === 'HEAD') return abandoned;
  let signal: AbortSignal | undefined;
  return () => {
    signal ??= AbortSignal.any([stopping, abandoned()]);
    return signal;
  };
};

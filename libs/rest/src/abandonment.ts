import type { ServerResponse } from 'node:http';
import { restErrors } from './errors.ts';

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

import type { ServerResponse } from 'node:http';
import { DomainError } from '@almanac/i18n';
import { messages } from './messages.ts';

/**
 * Returns the answer to a client that has disconnected. As a 503 it is not stored for a repeat with the same
 * `Idempotency-Key`.
 */
const requestAborted = (): DomainError => new DomainError('rest_request_aborted', 503, messages.aborted);

/** Returns a signal, created at first use, that aborts when the connection closes before the answer was written. */
export const abandonmentOf = (response: ServerResponse): (() => AbortSignal) => {
  let signal: AbortSignal | undefined;
  const watch = (): AbortSignal => {
    const controller = new AbortController();
    const end = (): void => {
      if (!response.writableFinished) controller.abort(requestAborted());
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

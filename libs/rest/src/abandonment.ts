import type { ServerResponse } from 'node:http';
import { DomainError } from '@almanac/domain';
import { messages } from './messages.ts';

/** Nobody reads this answer; 503 keeps nothing of it for a repeat with the same `Idempotency-Key`. */
const requestAborted = (): DomainError => new DomainError('rest_request_aborted', 503, messages.aborted);

/** Tells when a connection ends before its answer was written. Most requests never ask, and cost nothing. */
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

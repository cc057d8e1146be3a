import type { IncomingHttpHeaders, RequestListener } from 'node:http';
import { WAIT_FOR_HEADER } from '@almanac/messaging';

/**
 * Delays requests until this process has received the changes that their client has just written elsewhere
 * (docs/architecture.md §4).
 * @param wait gets the request's header `WAIT_FOR_HEADER`; undefined delays nothing
 */
export const delayed =
  (
    listener: RequestListener,
    wait: (token: IncomingHttpHeaders[string]) => Promise<unknown> | undefined,
  ): RequestListener =>
  (request, response) => {
    const waiting = wait(request.headers[WAIT_FOR_HEADER]);
    if (waiting === undefined) return listener(request, response);
    waiting.then(
      () => listener(request, response),
      (error) => response.destroy(error),
    );
  };

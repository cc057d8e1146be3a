import type { IncomingMessage, ServerResponse } from 'node:http';
import { httpSpan, type OpenSpan } from '@almanac/telemetry';

interface Asked {
  readonly kind: string;
  /** The request's id. */
  readonly id: string;
  /** Whether one of the site's own proxies has passed the request on. */
  readonly isTrusted: boolean;
}

/**
 * The span of a request to the site. What a proxy of the site has begun goes on. What clients say they have begun is
 * linked alone: they decide neither which traces are kept nor what belongs to them.
 */
export const requestSpan = (
  request: IncomingMessage,
  response: ServerResponse,
  { kind, id, isTrusted }: Asked,
): OpenSpan =>
  httpSpan(request, response, () => {
    const said = request.headers.traceparent?.toString();
    return {
      service: 'gateway',
      ...(isTrusted ? { parent: said } : { link: said }),
      attributes: { 'almanac.kind': kind, 'almanac.request': id },
    };
  });

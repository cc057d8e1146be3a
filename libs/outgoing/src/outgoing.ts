import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { ask, type Method } from './ask.ts';
import { OutgoingError } from './outgoingError.ts';
import { createPlaces, type PlaceLimits } from './places.ts';
import { type Policy, publicPolicy } from './policy.ts';
import { readBody } from './readBody.ts';
import { type Resolve, resolveConfigured, resolvePublic } from './resolve.ts';
import { type SentHeaders, sentHeaders } from './sentHeaders.ts';
import { checkTarget, type Target } from './target.ts';

export interface OutgoingOptions {
  /** Default: hosts file and DNS; names are completed by the search domains of the system for a configured origin alone. */
  readonly resolve?: Resolve;
  /** Default: public addresses on the ports 80 and 443. */
  readonly policy?: Policy;
  readonly userAgent?: string;
  /** How many redirects are followed; default 3. */
  readonly redirects?: number;
  /** Bytes of a body, for requests that say nothing else; default 1 MiB. */
  readonly maxBytes?: number;
  /** Milliseconds for everything, the wait for a place, redirects and body included; default 8,000. */
  readonly timeout?: number;
  /** Of this client alone; default: 16 requests run, 64 wait. */
  readonly places?: PlaceLimits;
}

export interface OutgoingRequest {
  /** Only GET (the default) and HEAD follow redirects: to another method a redirect is the answer. */
  readonly method?: Method;
  /** The `Accept` header; default: anything. */
  readonly accept?: string;
  /** Sent to the origin that is asked, and not to another that it redirects to. */
  readonly headers?: Readonly<Record<string, string>>;
  /** What is sent; its `content-type` is one of the headers. */
  readonly content?: string | Uint8Array;
  readonly maxBytes?: number;
  /** Keeps the beginning of a body that is larger than `maxBytes` instead of refusing it. */
  readonly cut?: boolean;
  readonly timeout?: number;
  /** Ends the request with the reason of the signal; that of `AbortSignal.timeout` counts as a timeout. */
  readonly signal?: AbortSignal | undefined;
}

export interface OutgoingResponse {
  /** Of any kind but a redirect that was followed. */
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Decompressed. */
  readonly body: Buffer;
  /** The address that answered, after redirects. */
  readonly url: string;
}

/** The client for addresses that users name, or for one origin that the operator configured (`originPolicy`). */
export interface Outgoing {
  /**
   * Asks with nothing but what is given here: no cookies, no credentials, nothing of the caller's own request.
   * @throws OutgoingError; the reason of the signal, if the caller aborted it
   */
  fetch(url: string | URL, request?: OutgoingRequest): Promise<OutgoingResponse>;
}

interface Terms extends Required<Omit<OutgoingRequest, 'content' | 'timeout' | 'signal'>> {
  readonly headers: SentHeaders;
  readonly content: string | Uint8Array | undefined;
  readonly userAgent: string;
  readonly signal: AbortSignal;
}

const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const PLACES: PlaceLimits = { running: 16, waiting: 64 };

/** Makes the client; `resolve` and `policy` are ports, so that specs reach fake servers on this machine. */
export const createOutgoing = (options: OutgoingOptions = {}): Outgoing => {
  const { policy = publicPolicy(), redirects = 3, places = PLACES } = options;
  const { resolve = policy.origin === undefined ? resolvePublic : resolveConfigured } = options;
  const inPlace = createPlaces(places);

  const follow = async (url: string | URL, terms: Terms, left: number): Promise<OutgoingResponse> => {
    const target = await checkTarget(url, { resolve, policy, signal: terms.signal });
    const response = await ask(target, terms);
    const next = mayFollow(terms, policy) ? redirectOf(response, target) : undefined;
    if (next === undefined) return answerOf(response, target, terms);
    response.destroy();
    if (left === 0) throw new OutgoingError('too-many-redirects', `there are more than ${redirects} redirects`);
    const headers = next.origin === target.url.origin ? terms.headers : {};
    return follow(next, { ...terms, headers }, left - 1);
  };

  return {
    fetch: async (url, request = {}) => {
      const timeout = AbortSignal.timeout(request.timeout ?? options.timeout ?? 8_000);
      const terms: Terms = {
        method: request.method ?? 'GET',
        accept: request.accept ?? '*/*',
        headers: sentHeaders(request.headers ?? {}),
        content: request.content,
        maxBytes: request.maxBytes ?? options.maxBytes ?? 1024 * 1024,
        cut: request.cut ?? false,
        userAgent: options.userAgent ?? 'Almanac/0.1',
        signal: request.signal === undefined ? timeout : AbortSignal.any([timeout, request.signal]),
      };
      return inPlace(() => follow(url, terms, redirects), terms.signal);
    },
  };
};

/** Whether a redirect is taken: nothing is sent twice, and a configured origin is asked alone. */
const mayFollow = ({ method, content }: Terms, { origin }: Policy): boolean =>
  (method === 'GET' || method === 'HEAD') && content === undefined && origin === undefined;

/** Where a redirect leads; from https never to http. @throws OutgoingError refused */
const redirectOf = ({ statusCode = 0, headers }: IncomingMessage, { url }: Target): URL | undefined => {
  if (!REDIRECTS.has(statusCode) || headers.location === undefined) return undefined;
  if (!URL.canParse(headers.location, url)) throw new OutgoingError('refused', 'a redirect leads to no address');
  const next = new URL(headers.location, url);
  if (url.protocol === 'https:' && next.protocol === 'http:')
    throw new OutgoingError('refused', 'a redirect leads from https to http');
  return next;
};

const answerOf = async (response: IncomingMessage, { url }: Target, terms: Terms): Promise<OutgoingResponse> => {
  const { statusCode: status = 0, headers } = response;
  if (terms.method !== 'HEAD') return { status, headers, body: await readBody(response, terms), url: url.href };
  response.destroy();
  return { status, headers, body: Buffer.alloc(0), url: url.href };
};

import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { ask, type Method } from './ask.ts';
import { OutgoingError } from './outgoingError.ts';
import { type Policy, publicPolicy } from './policy.ts';
import { readBody, saveBody } from './readBody.ts';
import { type Resolve, resolveConfigured, resolvePublic } from './resolve.ts';
import { type SentHeaders, sentHeaders } from './sentHeaders.ts';
import { createSlots, type SlotLimits } from './slots.ts';
import { checkTarget, type Target } from './target.ts';

export interface OutgoingOptions {
  /** Default: hosts file and DNS. The system's search domains complete names only with a configured origin. */
  readonly resolve?: Resolve;
  /** Default: public addresses on ports 80 and 443. */
  readonly policy?: Policy;
  readonly userAgent?: string;
  /** Maximum number of redirects to follow; default 3. */
  readonly redirects?: number;
  /** Default limit of a body in bytes; 1 MiB if omitted. */
  readonly maxBytes?: number;
  /** Timeout in milliseconds for a whole request, with queueing, redirects and body; default 8,000. */
  readonly timeout?: number;
  /** Concurrency limits of this client alone; default: 16 requests run, 64 wait. */
  readonly places?: SlotLimits;
  /** Certificates of the authorities that a server's certificate may have, as PEM; default: those of Node. */
  readonly ca?: readonly string[];
}

export interface OutgoingRequest {
  /** Only GET (the default) and HEAD follow redirects; other methods return the redirect as the answer. */
  readonly method?: Method;
  /** The `Accept` header; default: anything. */
  readonly accept?: string;
  /** Sent to the requested origin only, not to another one that it redirects to. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The request body; `headers` holds its `content-type`. */
  readonly content?: string | Uint8Array;
  readonly maxBytes?: number;
  /** True to truncate a body that is larger than `maxBytes` instead of refusing it. */
  readonly cut?: boolean;
  readonly timeout?: number;
  /** The path of a file that receives the body of an answer 200; `body` is empty then. */
  readonly file?: string;
  /** Aborts the request with the signal's reason; that of `AbortSignal.timeout` counts as a timeout. */
  readonly signal?: AbortSignal | undefined;
}

export interface OutgoingResponse {
  /** Any status except that of a followed redirect. */
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Decompressed. */
  readonly body: Buffer;
  /** The address that answered, after redirects. */
  readonly url: string;
}

/** HTTP client for addresses that users name, or for one origin that the operator configured (`originPolicy`). */
export interface Outgoing {
  /**
   * Sends a request with the given members only: no cookies, no credentials, nothing of the caller's own request.
   * @throws OutgoingError; the signal's reason, if the caller aborted it
   */
  fetch(url: string | URL, request?: OutgoingRequest): Promise<OutgoingResponse>;
  /**
   * Checks an address without a request, for example before it is stored. Its name may resolve to other addresses later,
   * so each request checks it again.
   * @param timeout milliseconds for the resolution of its name
   * @throws OutgoingError refused, unresolvable, timeout
   */
  check(url: string | URL, timeout: number): Promise<void>;
}

interface Terms extends Required<Omit<OutgoingRequest, 'content' | 'timeout' | 'signal' | 'file'>> {
  readonly headers: SentHeaders;
  readonly content: string | Uint8Array | undefined;
  readonly file: string | undefined;
  readonly userAgent: string;
  readonly signal: AbortSignal;
  readonly ca: readonly string[] | undefined;
}

const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const PLACES: SlotLimits = { running: 16, waiting: 64 };

/** Creates a client; `resolve` and `policy` are ports, so that specs reach fake servers on this machine. */
export const createOutgoing = (options: OutgoingOptions = {}): Outgoing => {
  const { policy = publicPolicy(), redirects = 3, places = PLACES } = options;
  const { resolve = policy.origin === undefined ? resolvePublic : resolveConfigured } = options;
  const inPlace = createSlots(places);

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
    check: async (url, timeout) => {
      await checkTarget(url, { resolve, policy, signal: AbortSignal.timeout(timeout) });
    },
    fetch: async (url, request = {}) => {
      const timeout = AbortSignal.timeout(request.timeout ?? options.timeout ?? 8_000);
      const terms: Terms = {
        method: request.method ?? 'GET',
        accept: request.accept ?? '*/*',
        headers: sentHeaders(request.headers ?? {}),
        content: request.content,
        file: request.file,
        maxBytes: request.maxBytes ?? options.maxBytes ?? 1024 * 1024,
        cut: request.cut ?? false,
        userAgent: options.userAgent ?? 'Almanac/0.1',
        ca: options.ca,
        signal: request.signal === undefined ? timeout : AbortSignal.any([timeout, request.signal]),
      };
      return inPlace(() => follow(url, terms, redirects), terms.signal);
    },
  };
};

/** True if redirects are followed: only reads without a body, and never from a configured origin. */
const mayFollow = ({ method, content }: Terms, { origin }: Policy): boolean =>
  (method === 'GET' || method === 'HEAD') && content === undefined && origin === undefined;

/**
 * Returns the target of a redirect.
 * @throws OutgoingError refused: the target is invalid, or leads from https to http
 */
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
  if (terms.file !== undefined && status === 200) {
    await saveBody(response, terms.file, terms);
    return { status, headers, body: Buffer.alloc(0), url: url.href };
  }
  if (terms.method !== 'HEAD') return { status, headers, body: await readBody(response, terms), url: url.href };
  response.destroy();
  return { status, headers, body: Buffer.alloc(0), url: url.href };
};

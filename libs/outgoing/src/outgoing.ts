import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { ask, brokenOff } from './ask.ts';
import { OutgoingError } from './outgoingError.ts';
import { type Policy, publicPolicy } from './policy.ts';
import { readBody } from './readBody.ts';
import { type Resolve, systemResolve } from './resolve.ts';
import { checkTarget, type Target } from './target.ts';

export interface OutgoingOptions {
  /** Default: the system's resolver. */
  readonly resolve?: Resolve;
  /** Default: public addresses on the ports 80 and 443. */
  readonly policy?: Policy;
  readonly userAgent?: string;
  /** How many redirects are followed; default 3. */
  readonly redirects?: number;
  /** Bytes of a body, for requests that say nothing else; default 1 MiB. */
  readonly maxBytes?: number;
  /** Milliseconds for everything, redirects and body included; default 8,000. */
  readonly timeout?: number;
}

export interface OutgoingRequest {
  readonly method?: 'GET' | 'HEAD';
  /** The `Accept` header; default: anything. */
  readonly accept?: string;
  readonly maxBytes?: number;
  /** Keeps the beginning of a body that is larger than `maxBytes` instead of refusing it. */
  readonly cut?: boolean;
  readonly timeout?: number;
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

/** The client for addresses that users name. */
export interface Outgoing {
  /**
   * Asks without cookies, credentials or anything of the caller's own request.
   * @throws OutgoingError
   */
  fetch(url: string | URL, request?: OutgoingRequest): Promise<OutgoingResponse>;
}

interface Terms extends Required<OutgoingRequest> {
  readonly userAgent: string;
  readonly signal: AbortSignal;
}

const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/** Makes the client; `resolve` and `policy` are ports, so that specs reach fake servers on this machine. */
export const createOutgoing = (options: OutgoingOptions = {}): Outgoing => {
  const { resolve = systemResolve, policy = publicPolicy(), redirects = 3 } = options;

  const follow = async (url: string | URL, terms: Terms, left: number): Promise<OutgoingResponse> => {
    const target = await inTime(checkTarget(url, { resolve, policy }), terms.signal);
    const response = await ask(target, terms);
    const next = redirectOf(response, target);
    if (next === undefined) return answerOf(response, target, terms);
    response.destroy();
    if (left === 0) throw new OutgoingError('too-many-redirects', `there are more than ${redirects} redirects`);
    return follow(next, terms, left - 1);
  };

  return {
    fetch: (url, request = {}) => {
      const timeout = request.timeout ?? options.timeout ?? 8_000;
      const terms: Terms = {
        method: request.method ?? 'GET',
        accept: request.accept ?? '*/*',
        maxBytes: request.maxBytes ?? options.maxBytes ?? 1024 * 1024,
        cut: request.cut ?? false,
        timeout,
        userAgent: options.userAgent ?? 'Almanac/0.1',
        signal: AbortSignal.timeout(timeout),
      };
      return follow(url, terms, redirects);
    },
  };
};

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

/** Resolving a name cannot be aborted; nobody waits for it longer than for the rest. */
const inTime = <Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> =>
  new Promise((resolve, reject) => {
    const expire = (): void => reject(brokenOff(signal.reason, signal));
    signal.addEventListener('abort', expire, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', expire));
  });

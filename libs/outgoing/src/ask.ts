import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { failureOf } from './outgoingError.ts';
import type { SentHeaders } from './sentHeaders.ts';
import type { Target } from './target.ts';

export type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface Question {
  readonly method: Method;
  readonly accept: string;
  readonly userAgent: string;
  /** Added to the client's own headers. */
  readonly headers: SentHeaders;
  readonly content?: string | Uint8Array | undefined;
  readonly signal: AbortSignal;
  /** Certificates of authorities, as PEM; default: those of Node. */
  readonly ca?: readonly string[] | undefined;
}

/** Pins a connection to the checked addresses, so that a second DNS answer cannot redirect it (DNS rebinding). */
export const pinConnection =
  (addresses: readonly string[]): LookupFunction =>
  (_host, options, answer) => {
    const found = addresses.map((address) => ({ address, family: isIP(address) }));
    const [first] = found;
    if (options.all) answer(null, found);
    else answer(null, first?.address ?? '', first?.family);
  };

/**
 * Sends one request to a checked target over a connection of its own, without following redirects.
 * SNI, certificate check and `Host` use the name.
 * @throws OutgoingError unreachable, timeout; the signal's reason, if the caller aborted it
 */
export const ask = (target: Target, question: Question): Promise<IncomingMessage> => {
  const { method, accept, userAgent, content, signal, ca } = question;
  const request = target.url.protocol === 'https:' ? requestHttps : requestHttp;
  const own = { accept, 'accept-encoding': 'gzip, br', 'user-agent': userAgent, connection: 'close' };
  const headers = { ...question.headers, ...own, ...lengthOf(question) };
  return new Promise((resolve, reject) => {
    const sent = request(
      target.url,
      {
        method,
        headers,
        signal,
        agent: false,
        lookup: pinConnection(target.addresses),
        ...(ca !== undefined && { ca: [...ca] }),
      },
      resolve,
    );
    sent.on('error', (error) => reject(failureOf(error, signal)));
    sent.end(content);
  });
};

/** Returns the `content-length` of a body: some receivers refuse chunked requests. */
const lengthOf = ({ method, content }: Question): SentHeaders =>
  content === undefined && (method === 'GET' || method === 'HEAD')
    ? {}
    : { 'content-length': String(Buffer.byteLength(content ?? '')) };

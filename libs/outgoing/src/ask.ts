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
  /** Beside those of the client itself. */
  readonly headers: SentHeaders;
  readonly content?: string | Uint8Array | undefined;
  readonly signal: AbortSignal;
}

/** Gives a connection the addresses that were checked, whatever the name means by now (DNS rebinding). */
export const pinned =
  (addresses: readonly string[]): LookupFunction =>
  (_host, options, answer) => {
    const found = addresses.map((address) => ({ address, family: isIP(address) }));
    const [first] = found;
    if (options.all) answer(null, found);
    else answer(null, first?.address ?? '', first?.family);
  };

/**
 * Asks a checked target once, without following redirects, over a connection of its own. SNI, certificate check and
 * `Host` go by the name.
 * @throws OutgoingError unreachable, timeout; the reason of the signal, if the caller aborted it
 */
export const ask = (target: Target, question: Question): Promise<IncomingMessage> => {
  const { method, accept, userAgent, content, signal } = question;
  const request = target.url.protocol === 'https:' ? requestHttps : requestHttp;
  const own = { accept, 'accept-encoding': 'gzip, br', 'user-agent': userAgent, connection: 'close' };
  const headers = { ...question.headers, ...own, ...lengthOf(question) };
  return new Promise((resolve, reject) => {
    const sent = request(
      target.url,
      { method, headers, signal, agent: false, lookup: pinned(target.addresses) },
      resolve,
    );
    sent.on('error', (error) => reject(failureOf(error, signal)));
    sent.end(content);
  });
};

/** Announces a body, so that it is not sent in chunks, which some receivers refuse. */
const lengthOf = ({ method, content }: Question): SentHeaders =>
  content === undefined && (method === 'GET' || method === 'HEAD')
    ? {}
    : { 'content-length': String(Buffer.byteLength(content ?? '')) };

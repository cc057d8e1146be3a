import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { OutgoingError } from './outgoingError.ts';
import type { Target } from './target.ts';

export interface Question {
  readonly method: 'GET' | 'HEAD';
  readonly accept: string;
  readonly userAgent: string;
  readonly signal: AbortSignal;
}

/** Gives a connection the addresses that were checked, whatever the name means by now (DNS rebinding). */
const pinned =
  ({ addresses }: Target): LookupFunction =>
  (_host, options, answer) => {
    const found = addresses.map((address) => ({ address, family: isIP(address) }));
    const [first] = found;
    if (options.all) answer(null, found);
    else answer(null, first?.address ?? '', first?.family);
  };

/**
 * Asks a checked target once, without following redirects, over a connection of its own. SNI, certificate check and
 * `Host` go by the name.
 * @throws OutgoingError unreachable, timeout
 */
export const ask = (target: Target, { method, accept, userAgent, signal }: Question): Promise<IncomingMessage> => {
  const request = target.url.protocol === 'https:' ? requestHttps : requestHttp;
  const headers = { accept, 'accept-encoding': 'gzip, br', 'user-agent': userAgent, connection: 'close' };
  return new Promise((resolve, reject) => {
    const sent = request(target.url, { method, headers, signal, agent: false, lookup: pinned(target) }, resolve);
    sent.on('error', (error) => reject(brokenOff(error, signal)));
    sent.end();
  });
};

/** The error of a connection that failed, or that ran out of time. */
export const brokenOff = (cause: unknown, signal: AbortSignal): OutgoingError =>
  signal.aborted
    ? new OutgoingError('timeout', 'there was no answer in time', { cause })
    : new OutgoingError('unreachable', 'there was no answer', { cause });

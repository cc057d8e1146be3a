import type { IncomingMessage } from 'node:http';
import { TLSSocket } from 'node:tls';
import { isLoopback, plainAddress } from '@almanac/service';
import { authorityOf } from './address.ts';
import { lastKept } from './lastKept.ts';
import { type Chain, createHopCounter, forwardedAddress, type TrustedProxies } from './trustedProxies.ts';

export interface CallerOptions {
  /** The site's public address without a slash at its end; without it the request's host is believed. */
  readonly publicUrl?: string;
  /** Whose `X-Forwarded-For`, `-Proto` and `-Host` are believed. */
  readonly trustedProxies: TrustedProxies;
  /** Whether application passwords are taken without TLS from other machines too. */
  readonly allowPlainPasswords: boolean;
}

/** Where a request comes from and which address of the site it used. */
export interface Caller {
  /** {base_url}; undefined when the request's host is not a valid one, or there are two. */
  readonly baseUrl: string | undefined;
  /** Whether the operator has said that address; otherwise it is the request's own word. */
  readonly hasPublicUrl: boolean;
  /** The host that the request names, without port, in lower case; empty where that is not a valid one. */
  readonly host: string;
  readonly ip: string;
  readonly secure: boolean;
  /** Whether one of the site's own proxies has passed the request on. */
  readonly isPassed: boolean;
  /** Application passwords are offered over TLS and on loopback (docs/interface/server.md §13.1). */
  readonly offersPasswords: boolean;
}

const HOST = /^(?:[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;

type Forwarded = `x-forwarded-${'for' | 'proto' | 'host'}`;

/** The values of a header of proxies, the farthest first: each adds its own at the end. */
const forwarded = (request: IncomingMessage, name: Forwarded): string[] => {
  const value = request.headers[name];
  return typeof value === 'string' ? value.split(',').map((each) => each.trim()) : [];
};

const chainOf = (request: IncomingMessage): Chain => {
  const nearest = plainAddress(request.socket.remoteAddress ?? '');
  const said = forwarded(request, 'x-forwarded-for');
  if (said.length === 0) return [nearest];
  return [nearest, ...said.reverse().map((each) => forwardedAddress(each) ?? UNKNOWN)];
};

/** Stands for an address that a proxy does not say. */
const UNKNOWN = '0.0.0.0';

/** The address beyond the site's own proxies; only the machine itself is loopback, never what a proxy says. */
const addressAt = (chain: Chain, hops: number): string => {
  const address = chain[Math.min(hops, chain.length - 1)] ?? UNKNOWN;
  return hops > 0 && isLoopback(address) ? UNKNOWN : address;
};

/** What the farthest of the site's own proxies says. */
const saidBy = (request: IncomingMessage, name: Forwarded, hops: number): string | undefined => {
  const values = hops === 0 ? [] : forwarded(request, name);
  return values[Math.max(0, values.length - hops)];
};

/**
 * The host that a request names: what a proxy of the site says, else the authority of its target, else its header
 * (RFC 9112 §3.2.2).
 */
const namedHost = (request: IncomingMessage, hops: number): string =>
  saidBy(request, 'x-forwarded-host', hops) ?? authorityOf(request.url ?? '') ?? request.headers.host ?? '';

/** Two lines may mean one host to a proxy and another here. */
const hasManyHosts = ({ rawHeaders }: IncomingMessage): boolean => {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) if (rawHeaders[at]?.toLowerCase() === 'host') hosts++;
  return hosts > 1;
};

/** Finds from a request and the configuration who calls and under which address. */
export const createCallers = ({ publicUrl, trustedProxies, allowPlainPasswords }: CallerOptions) => {
  const publicIsSecure = publicUrl?.startsWith('https:') ?? false;

  const hopsOf = createHopCounter(trustedProxies);

  const baseUrlOf = (host: string, secure: boolean): string | undefined => {
    if (publicUrl !== undefined) return publicUrl;
    return host === '' ? undefined : `${secure ? 'https' : 'http'}://${host}`;
  };

  const siteAt = lastKept((named: string, secure: boolean) => {
    const host = HOST.test(named) ? named.toLowerCase() : '';
    return { host: host.replace(/:\d+$/, ''), baseUrl: baseUrlOf(host, secure) };
  });

  return (request: IncomingMessage): Caller => {
    const chain = chainOf(request);
    const hops = hopsOf(chain);
    const ip = addressAt(chain, hops);
    const proto = saidBy(request, 'x-forwarded-proto', hops);
    const secure = proto === undefined ? request.socket instanceof TLSSocket : proto === 'https';
    const offersPasswords = allowPlainPasswords || secure || publicIsSecure || isLoopback(ip);
    const { host, baseUrl: named } = siteAt(namedHost(request, hops), secure);
    const baseUrl = hasManyHosts(request) ? undefined : named;
    const hasPublicUrl = publicUrl !== undefined;
    const isPassed = hops > 0;
    return { baseUrl, hasPublicUrl, host, ip, secure, isPassed, offersPasswords };
  };
};

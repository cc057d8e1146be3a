import type { IncomingMessage } from 'node:http';
import { TLSSocket } from 'node:tls';
import { isLoopback, plainAddress } from '@almanac/service';
import { authorityOf } from './address.ts';
import { lastKept } from './lastKept.ts';
import { type Chain, createHopCounter, forwardedAddress, type TrustedProxies } from './trustedProxies.ts';

export interface CallerOptions {
  /** The site's public address without a slash at its end; without it the request's host is trusted. */
  readonly publicUrl?: string;
  /** The proxies whose `X-Forwarded-For`, `-Proto` and `-Host` are trusted. */
  readonly trustedProxies: TrustedProxies;
  /** True if application passwords are accepted without TLS from other machines. */
  readonly allowPlainPasswords: boolean;
}

/** The origin of a request and the site address that it used. */
export interface Caller {
  /** `{base_url}`; undefined if the request's host is invalid or given twice. */
  readonly baseUrl: string | undefined;
  /** True if `baseUrl` is configured; false if it comes from the request. */
  readonly hasPublicUrl: boolean;
  /** The host that the request names, without port, in lower case; empty if invalid. */
  readonly host: string;
  readonly ip: string;
  readonly secure: boolean;
  /** True if one of the site's own proxies has forwarded the request. */
  readonly isPassed: boolean;
  /** True if application passwords are accepted: over TLS and on loopback (docs/interface/server.md §13.1). */
  readonly offersPasswords: boolean;
}

const HOST = /^(?:[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;

type ForwardedHeader = `x-forwarded-${'for' | 'proto' | 'host'}`;

/** Returns the values of a proxy header, the farthest proxy first: each proxy appends its own. */
const forwarded = (request: IncomingMessage, name: ForwardedHeader): string[] => {
  const value = request.headers[name];
  return typeof value === 'string' ? value.split(',').map((each) => each.trim()) : [];
};

const chainOf = (request: IncomingMessage): Chain => {
  const nearest = plainAddress(request.socket.remoteAddress ?? '');
  const said = forwarded(request, 'x-forwarded-for');
  if (said.length === 0) return [nearest];
  return [nearest, ...said.reverse().map((each) => forwardedAddress(each) ?? UNKNOWN)];
};

/** Address used if a proxy names no valid one. */
const UNKNOWN = '0.0.0.0';

/** Returns the address beyond the site's own proxies. An address that a proxy reports never counts as loopback. */
const addressAt = (chain: Chain, hops: number): string => {
  const address = chain[Math.min(hops, chain.length - 1)] ?? UNKNOWN;
  return hops > 0 && isLoopback(address) ? UNKNOWN : address;
};

/** Returns the value set by the farthest of the site's own proxies. */
const saidBy = (request: IncomingMessage, name: ForwardedHeader, hops: number): string | undefined => {
  const values = hops === 0 ? [] : forwarded(request, name);
  return values[Math.max(0, values.length - hops)];
};

/**
 * Returns the host that a request names (RFC 9112 §3.2.2): from a proxy of the site, else from its target, else from
 * its `Host` header.
 */
const namedHost = (request: IncomingMessage, hops: number): string =>
  saidBy(request, 'x-forwarded-host', hops) ?? authorityOf(request.url ?? '') ?? request.headers.host ?? '';

/** True if a request has several `Host` lines: a proxy may use another one than the gateway. */
const hasManyHosts = ({ rawHeaders }: IncomingMessage): boolean => {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) if (rawHeaders[at]?.toLowerCase() === 'host') hosts++;
  return hosts > 1;
};

/** Creates a function that returns the caller of a request, from the request and the configuration. */
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

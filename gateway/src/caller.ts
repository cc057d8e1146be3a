import type { IncomingMessage } from 'node:http';
import type { TLSSocket } from 'node:tls';
import { isLoopback, plainAddress } from '@almanac/service';

export interface CallerOptions {
  /** The site's public address without a slash at its end; without it the request's host is believed. */
  readonly publicUrl?: string;
  /** Whether `X-Forwarded-For`, `-Proto` and `-Host` come from a proxy of the site's own. */
  readonly trustProxy: boolean;
  /** Whether application passwords are taken without TLS from other machines too. */
  readonly allowPlainPasswords: boolean;
}

/** Where a request comes from and which address of the site it used. */
export interface Caller {
  /** {base_url}; undefined when the request's host is not a valid one. */
  readonly baseUrl: string | undefined;
  /** The host that the request names, without port, in lower case; empty where that is not a valid one. */
  readonly host: string;
  readonly ip: string;
  readonly secure: boolean;
  /** Application passwords are offered over TLS and on loopback (docs/interface/server.md §13.1). */
  readonly offersPasswords: boolean;
}

const HOST = /^(?:[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;

/** Finds from a request and the configuration who calls and under which address. */
export const createCallers = ({ publicUrl, trustProxy, allowPlainPasswords }: CallerOptions) => {
  const publicIsSecure = publicUrl?.startsWith('https:') ?? false;

  const forwarded = (request: IncomingMessage, name: string): string | undefined => {
    const value = trustProxy ? request.headers[`x-forwarded-${name}`] : undefined;
    return typeof value === 'string' ? value.split(',')[0]?.trim() : undefined;
  };

  const hostOf = (request: IncomingMessage): string => {
    const host = forwarded(request, 'host') ?? request.headers.host ?? '';
    return HOST.test(host) ? host.toLowerCase() : '';
  };

  const baseUrlOf = (host: string, secure: boolean): string | undefined => {
    if (publicUrl !== undefined) return publicUrl;
    return host === '' ? undefined : `${secure ? 'https' : 'http'}://${host}`;
  };

  return (request: IncomingMessage): Caller => {
    const ip = plainAddress(forwarded(request, 'for') ?? request.socket.remoteAddress ?? '');
    const proto = forwarded(request, 'proto');
    const secure = proto === undefined ? (request.socket as TLSSocket).encrypted === true : proto === 'https';
    const offersPasswords = allowPlainPasswords || secure || publicIsSecure || isLoopback(ip);
    const host = hostOf(request);
    return { baseUrl: baseUrlOf(host, secure), host: host.replace(/:\d+$/, ''), ip, secure, offersPasswords };
  };
};

import type { IncomingHttpHeaders } from 'node:http';
import type { VisitRecord } from '@almanac/contracts';
import { can, isCapability, isRole, type Principal } from '@almanac/identity';
import type { Visit, Visitor } from '@almanac/redirects';
import { canonicalIp, maskedIp } from '@almanac/redirects/cleaning';
import type { RedirectOptions } from '@almanac/redirects/schemas';
import type { Exchange } from '../exchange.ts';
import { lastKept } from '../lastKept.ts';

/** A request as received: later steps change its address and its headers. */
export interface ArrivedRequest {
  /** Path and query as received. */
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  readonly method: string;
}

export const arrivedOf = ({ request }: Exchange): ArrivedRequest => ({
  target: request.url ?? '/',
  headers: request.headers,
  method: request.method ?? '',
});

/** Returns the header name of a variable such as `HTTP_X_FORWARDED_FOR`. */
const headerNamed = (name: string): string =>
  name
    .replace(/^HTTP_/, '')
    .replaceAll('_', '-')
    .toLowerCase();

/**
 * Returns the caller's address, by the headers that the options trust; empty if the trusted header holds no address.
 */
export const addressOf = ({ headers }: ArrivedRequest, connection: string, options: RedirectOptions): string => {
  const own = canonicalIp(connection) ?? '';
  if (options.ip_headers.length === 0) return own;
  if (options.ip_proxy.length > 0 && !options.ip_proxy.includes(own)) return own;
  for (const name of options.ip_headers) {
    if (name === 'REMOTE_ADDR') return own;
    const value = headers[headerNamed(name)];
    if (value !== undefined) return canonicalIp(String(value).split(',', 1)[0]?.trim() ?? '') ?? '';
  }
  return own;
};

const visitorOf = (principal: Principal): Visitor | undefined =>
  principal.kind !== 'user'
    ? undefined
    : {
        id: principal.id,
        login: principal.login,
        has: (right) =>
          isRole(right) ? principal.roles.includes(right) : isCapability(right) && can(principal, right),
      };

/** Returns the facts of a request that rules may test. */
export const visitOf = (
  arrived: ArrivedRequest,
  exchange: Exchange,
  {
    options,
    now,
    rightAddress,
  }: { readonly options: RedirectOptions; readonly now: Date; readonly rightAddress: Visit['rightAddress'] },
): Visit => ({
  target: arrived.target,
  origin: exchange.baseUrl,
  host: exchange.caller.host,
  headers: arrived.headers,
  ip: addressOf(arrived, exchange.caller.ip, options),
  now,
  user: visitorOf(exchange.principal),
  rightAddress,
});

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'CONNECT', 'OPTIONS', 'TRACE', 'PATCH']);

/** Headers that are not recorded: credentials, and headers of the gateway itself. */
const SECRET = /^(?:cookie|host|authorization|proxy-authorization|x-core-nonce|x-almanac-.*)$/;

const headersFor = (headers: IncomingHttpHeaders): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers)
      .filter(([name, value]) => value !== undefined && !SECRET.test(name))
      .map(([name, value]) => [name, String(value).slice(0, 1_000)]),
  );

/** Returns the caller's address as far as the options allow it in a record. */
const keptAddress = (arrived: ArrivedRequest, connection: string, options: RedirectOptions): string => {
  if (options.ip_logging === 0) return '';
  const ip = addressOf(arrived, connection, options);
  return options.ip_logging === 1 ? ip : maskedIp(ip);
};

/** The outcome of a visit, for its record. */
export type VisitOutcome = Pick<VisitRecord, 'rule' | 'by' | 'code' | 'target'>;

const decodedAddress = (target: string): string => {
  if (!target.includes('%')) return target;
  try {
    return decodeURI(target);
  } catch {
    return target;
  }
};

/** Formats a time for records. */
export const recordedAt = lastKept((milliseconds: number): string => new Date(milliseconds).toISOString());

const cut = (text: string | undefined): string | null => text?.slice(0, 255) ?? null;

/**
 * Returns the record of a visit, with the caller's address as far as the options allow (docs/interface/redirects.md
 * §6).
 */
export const recordOf = (
  arrived: ArrivedRequest,
  exchange: Exchange,
  { done, options, at }: { readonly done: VisitOutcome; readonly options: RedirectOptions; readonly at: string },
): VisitRecord => {
  const { target, headers, method } = arrived;
  const { caller, baseUrl } = exchange;
  const record = {
    ...done,
    at,
    url: decodedAddress(target).slice(0, 2_000),
    domain: baseUrl.replace(/:\d+$/, '').slice(0, 255),
    ip: keptAddress(arrived, caller.ip, options),
    agent: cut(headers['user-agent']),
    referrer: cut(headers.referer),
    method: METHODS.has(method) ? method : '',
    target: done.target.slice(0, 2_000),
  };
  return options.log_header ? { ...record, headers: headersFor(headers) } : record;
};

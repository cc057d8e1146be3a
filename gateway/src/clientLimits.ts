import type { UsedLimits } from '@almanac/rest';
import { isLoopback, networkOf, serviceErrors } from '@almanac/service';
import { LRUCache } from 'lru-cache';
import type { Exchange } from './exchange.ts';

/** Maximum numbers of requests of one client in a minute, in this process; 0 for no limit. */
export interface ClientLimits {
  readonly reads: number;
  readonly writes: number;
}

export const NO_CLIENT_LIMITS: ClientLimits = { reads: 0, writes: 0 };

export interface ClientLimitsOptions {
  readonly clientLimits?: ClientLimits;
  readonly now: () => Date;
}

/** Maximum number of counted clients for each limit; beyond it, the ones that have been silent longest begin anew. */
const MAX_CLIENTS = 10_000;

const PERIOD_MS = 60_000;

interface Count {
  requests: number;
  /** The end of the period, in milliseconds since the epoch. */
  readonly until: number;
}

const READS: readonly unknown[] = ['GET', 'HEAD', 'OPTIONS'];

/**
 * Counts a request of a client.
 * @param isRead false for a request that may change something; by default its method decides
 * @throws DomainError 429 for a client beyond its limit
 */
export type CountClientRequest = (exchange: Exchange, isRead?: boolean) => void;

/**
 * Creates the step that counts the requests of each client, an IPv4 address or an IPv6 network. Requests of this
 * machine do not count.
 */
export const createClientLimits = (options: ClientLimitsOptions): CountClientRequest => {
  const { clientLimits = NO_CLIENT_LIMITS, now } = options;
  const countRead = createCount('client-reads', clientLimits.reads, now);
  const countWrite = createCount('client-writes', clientLimits.writes, now);
  return ({ request, caller: { ip }, limits }, isRead = READS.includes(request.method)) => {
    const count = isRead ? countRead : countWrite;
    if (count !== undefined && !isLoopback(ip)) count(networkOf(ip), limits);
  };
};

type CountRequest = (client: string, limits: UsedLimits) => void;

/** Returns a function that counts a request of a client; undefined without a limit. */
const createCount = (name: string, quota: number, now: () => Date): CountRequest | undefined => {
  if (quota === 0) return undefined;
  const counts = new LRUCache<string, Count>({ max: MAX_CLIENTS });
  return (client, limits) => {
    const at = now().getTime();
    const last = counts.get(client);
    const count = last !== undefined && last.until > at ? last : { requests: 0, until: at + PERIOD_MS };
    if (count !== last) counts.set(client, count);
    count.requests += 1;
    const seconds = Math.max(1, Math.ceil((count.until - at) / 1_000));
    const remaining = quota - count.requests;
    limits.note({ name, quota, period: PERIOD_MS / 1_000, remaining, reset: seconds });
    if (remaining < 0) throw serviceErrors.tooManyRequests({ params: { seconds }, data: { retry_after: seconds } });
  };
};

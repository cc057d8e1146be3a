import { readFile } from 'node:fs/promises';
import { LRUCache } from 'lru-cache';
import { createHostsFile } from './hostsFile.ts';
import { failureOf, OutgoingError } from './outgoingError.ts';
import { type DnsAnswer, queryDns } from './queryDns.ts';
import { completedNames, readSearchList } from './searchList.ts';

/**
 * Gives all IP addresses of a host name; none for a name that leads nowhere.
 * @throws OutgoingError timeout; the reason of the signal, if the caller aborted it
 */
export type Resolve = (host: string, signal: AbortSignal) => Promise<readonly string[]>;

export interface ResolveOptions {
  /** True if the search domains of the system complete names: for names that operators configure, not users. */
  readonly completesNames?: boolean;
  /** Such as `10.0.0.2:53`; default: those of the system. */
  readonly servers?: readonly string[];
  readonly hostsPath?: string;
  readonly resolvConfPath?: string;
  /** Milliseconds for all queries of a name; default 4,000. */
  readonly timeout?: number;
}

const MAX_CACHED_NAMES = 1_000;
/** Milliseconds: for those that may be kept longer, and for names that lead nowhere. */
const MAX_CACHED_MS = 60_000;
const NOWHERE_CACHED_MS = 2_000;

const LOOPBACK = ['127.0.0.1', '::1'];

/**
 * Makes a resolver that is bounded in time and holds no thread: hosts file, then DNS. Other sources of the system's
 * name service switch are not asked.
 */
export const createResolve = (options: ResolveOptions = {}): Resolve => {
  const { completesNames = false, servers, timeout = 4_000 } = options;
  const { hostsPath = '/etc/hosts', resolvConfPath = '/etc/resolv.conf' } = options;
  const hostsFile = createHostsFile(hostsPath);
  const cached = new LRUCache<string, readonly string[]>({ max: MAX_CACHED_NAMES });

  const namesOf = async (host: string): Promise<readonly string[]> => {
    if (!completesNames) return [host];
    return completedNames(host, readSearchList(await readFile(resolvConfPath, 'utf8').catch(() => '')));
  };

  const query = async (host: string, signal: AbortSignal): Promise<DnsAnswer> => {
    for (const name of await namesOf(host)) {
      const answer = await queryDns(name, signal, servers);
      if (signal.aborted) throw failureOf(undefined, signal);
      if (answer === undefined) throw new OutgoingError('timeout', `no name server has answered for ${name} in time`);
      if (answer.addresses.length > 0) return answer;
    }
    return { addresses: [], ttl: NOWHERE_CACHED_MS };
  };

  return async (host, signal) => {
    const listed = await hostsFile(host);
    if (listed.length > 0) return listed;
    if (/(?:^|\.)localhost\.?$/.test(host)) return LOOPBACK;
    const known = cached.get(host);
    if (known !== undefined) return known;
    if (signal.aborted) throw failureOf(undefined, signal);
    const { addresses, ttl } = await query(host, AbortSignal.any([signal, AbortSignal.timeout(timeout)]));
    if (ttl > 0) cached.set(host, addresses, { ttl: Math.min(ttl, MAX_CACHED_MS) });
    return addresses;
  };
};

/** Resolves names that users chose, as they are. */
export const resolvePublic = createResolve();

/** Resolves names that operators configured; those of the site's own network may be short (`mail`, `engine.site`). */
export const resolveConfigured = createResolve({ completesNames: true });

import { readFile } from 'node:fs/promises';
import { LRUCache } from 'lru-cache';
import { createHostsFile } from './hostsFile.ts';
import { failureOf, OutgoingError } from './outgoingError.ts';
import { type DnsAnswer, queryDns } from './queryDns.ts';

/**
 * Returns all IP addresses of a host name; none if the name has no address.
 * @throws OutgoingError timeout; the signal's reason, if the caller aborted it
 */
export type Resolve = (host: string, signal: AbortSignal) => Promise<readonly string[]>;

export interface ResolveOptions {
  /** True if the system's search domains complete names: for names that operators configured, not users. */
  readonly completesNames?: boolean;
  /** Name servers such as `10.0.0.2:53`; default: those of the system. */
  readonly servers?: readonly string[];
  readonly hostsPath?: string;
  readonly resolvConfPath?: string;
  /** Timeout in milliseconds for all queries of a name; default 4,000. */
  readonly timeout?: number;
}

const MAX_CACHED_NAMES = 1_000;
/** Maximum cache lifetime in milliseconds, and that of names without address. */
const MAX_CACHED_MS = 60_000;
const NOWHERE_CACHED_MS = 2_000;

const LOOPBACK = ['127.0.0.1', '::1'];

/**
 * Creates a resolver with a timeout that blocks no thread: hosts file, then DNS.
 * It does not use other sources of the system's name service switch.
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

/** Resolves names that users chose, without completing them. */
export const resolvePublic = createResolve();

/** Resolves names that operators configured; names in the site's own network may be short (`mail`, `engine.site`). */
export const resolveConfigured = createResolve({ completesNames: true });

/** The part of `/etc/resolv.conf` that completes short names. */
interface SearchList {
  readonly domains: readonly string[];
  /** A name with as many dots is queried unchanged before the domains are tried. */
  readonly ndots: number;
}

/** Parses the text of `resolv.conf`; the last `search` or `domain` line counts (resolv.conf(5)). */
const readSearchList = (text: string): SearchList => {
  let domains: readonly string[] = [];
  let ndots = 1;
  for (const line of text.split('\n')) {
    const [keyword, ...values] = line.trim().split(/\s+/);
    if (keyword === 'search') domains = values;
    if (keyword === 'domain') domains = values.slice(0, 1);
    if (keyword !== 'options') continue;
    for (const option of values) if (/^ndots:\d+$/.test(option)) ndots = Number(option.slice('ndots:'.length));
  }
  return { domains, ndots };
};

/** Returns the names to query for a host name, in order; a name with a dot at its end is complete. */
const completedNames = (host: string, { domains, ndots }: SearchList): readonly string[] => {
  if (host.endsWith('.')) return [host];
  const searched = domains.map((domain) => `${host}.${domain}`);
  return host.split('.').length > ndots ? [host, ...searched] : [...searched, host];
};

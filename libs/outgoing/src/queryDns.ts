import type { RecordWithTtl } from 'node:dns';
import { Resolver } from 'node:dns/promises';

export interface DnsAnswer {
  /** IPv4 before IPv6; empty if the name has none. */
  readonly addresses: readonly string[];
  /** Cache lifetime in milliseconds. */
  readonly ttl: number;
}

/** Timeout of the first query in milliseconds; that of the second is twice as long. */
const QUERY_MS = 1_000;
const QUERY_TRIES = 2;
/** Milliseconds that addresses of one family wait for those of the other (RFC 8305 §3). */
const OTHER_FAMILY_MS = 300;
/** Maximum number of addresses of each family: a connection tries no more. */
const MAX_ADDRESSES = 16;
const TIMEOUT_CODES = new Set(['ETIMEOUT', 'ECANCELLED']);

/**
 * Queries name servers for the addresses of a complete name. Unlike `dns.lookup`, it takes no thread of the pool.
 * @param servers such as `10.0.0.2:53`; default: those of the system
 * @returns undefined if no server has answered in time
 */
export const queryDns = async (
  name: string,
  signal: AbortSignal,
  servers?: readonly string[],
): Promise<DnsAnswer | undefined> => {
  // a resolver per call: `cancel` ends all queries of a resolver
  const resolver = new Resolver({ timeout: QUERY_MS, tries: QUERY_TRIES });
  if (servers !== undefined) resolver.setServers(servers);
  const cancel = (): void => resolver.cancel();
  let late: NodeJS.Timeout | undefined;
  const hurry = (): void => {
    late ??= setTimeout(cancel, OTHER_FAMILY_MS);
  };
  const queries = [resolver.resolve4(name, { ttl: true }), resolver.resolve6(name, { ttl: true })];
  for (const query of queries) query.then(hurry, () => undefined);
  signal.addEventListener('abort', cancel, { once: true });
  try {
    return answerOf(await Promise.allSettled(queries));
  } finally {
    signal.removeEventListener('abort', cancel);
    clearTimeout(late);
  }
};

const answerOf = (families: readonly PromiseSettledResult<RecordWithTtl[]>[]): DnsAnswer | undefined => {
  const records = families.flatMap((each) => (each.status === 'fulfilled' ? each.value.slice(0, MAX_ADDRESSES) : []));
  const isUnknown = families.some((each) => each.status === 'rejected' && TIMEOUT_CODES.has(each.reason.code));
  if (records.length === 0 && isUnknown) return undefined;
  return { addresses: records.map(({ address }) => address), ttl: Math.min(...records.map(({ ttl }) => ttl)) * 1_000 };
};

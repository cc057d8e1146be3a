import { BlockList, isIP } from 'node:net';
import { type ConnectionLimit, isLoopback, type Log, plainAddress } from '@almanac/service';

/** The site's own proxies in front of the gateway: their number or their networks. */
export type TrustedProxies = number | readonly string[];

export const NO_PROXIES: TrustedProxies = 0;

export const hasProxies = (proxies: TrustedProxies): boolean =>
  typeof proxies === 'number' ? proxies > 0 : proxies.length > 0;

/** The addresses of a request, the nearest first: the connection's, then those that proxies report. */
export type Chain = readonly [string, ...string[]];

/** Creates a function that counts the site's own proxies at the near end of a chain. */
export const createHopCounter = (proxies: TrustedProxies): ((chain: Chain) => number) => {
  if (typeof proxies === 'number') return (chain) => Math.min(proxies, chain.length);
  const networks = networksOf(proxies);
  return (chain) => {
    const stranger = chain.findIndex((address) => !isWithin(networks, address));
    return stranger === -1 ? chain.length : stranger;
  };
};

/** Maximum number of concurrent connections of one caller. */
const MAX_CONNECTIONS = 256;

/** Returns the limit of connections per address, except this machine's and those of the site's own proxies. */
export const connectionLimit = (proxies: TrustedProxies, log: Pick<Log, 'warn'>): ConnectionLimit => {
  const hopsOf = createHopCounter(proxies);
  return {
    most: MAX_CONNECTIONS,
    isApart: (ip) => isLoopback(ip) || hopsOf([ip]) > 0,
    onReached: (ip) => log.warn({ limit: 'connections', ip }, 'a limit was reached'),
  };
};

const networksOf = (proxies: readonly string[]): BlockList => {
  const networks = new BlockList();
  for (const each of proxies) {
    const [address = '', prefix] = each.split('/');
    const family = familyOf(address);
    networks.addSubnet(address, prefix === undefined ? MAX_PREFIX_BITS[family] : Number(prefix), family);
  }
  return networks;
};

const MAX_PREFIX_BITS = { ipv4: 32, ipv6: 128 };

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

const isWithin = (networks: BlockList, address: string): boolean =>
  isIP(address) !== 0 && networks.check(address, familyOf(address));

/** Parses `2` or `10.0.0.0/8, fd00::/8, 192.0.2.7`; undefined for anything else. */
export const trustedProxies = (value: string): TrustedProxies | undefined => {
  if (/^\d{1,2}$/.test(value.trim())) return Number(value);
  const networks = value.split(',').flatMap((each) => each.trim() || []);
  return networks.every(isNetwork) ? networks : undefined;
};

const isNetwork = (network: string): boolean => {
  const [address = '', prefix = '0', ...more] = network.split('/');
  if (isIP(address) === 0 || more.length > 0 || !/^\d{1,3}$/.test(prefix)) return false;
  return Number(prefix) <= MAX_PREFIX_BITS[familyOf(address)];
};

/** Parses an address as a proxy writes it and removes the port; undefined if it is invalid. */
export const forwardedAddress = (said: string): string | undefined => {
  const address = /^\[(.+)\](?::\d+)?$/.exec(said)?.[1] ?? /^([\d.]+):\d+$/.exec(said)?.[1] ?? said;
  return isIP(address) === 0 ? undefined : plainAddress(address);
};

import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Targets within private networks that an operator allows, on any port. */
export interface PrivateTargets {
  /**
   * @param host the host name of an address
   * @param addresses all IP addresses of that host
   */
  includes(host: string, addresses: readonly string[]): boolean;
}

/** The ranges of private networks. Link-local addresses are missing: there providers give machines their secrets. */
const PRIVATE_RANGES = new Set(['loopback', 'private', 'uniqueLocal', 'carrierGradeNat']);

/** Allows every private network and this machine, but no link-local address. */
export const anyPrivateTarget: PrivateTargets = {
  includes: (_host, addresses) => addresses.every((address) => PRIVATE_RANGES.has(ipaddr.process(address).range())),
};

const HOST = /^(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?)(?:\.[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?)*$/i;

type Network = ReturnType<typeof ipaddr.parseCIDR>;

const networkOf = (entry: string): Network | undefined => {
  if (ipaddr.isValidCIDR(entry)) return ipaddr.parseCIDR(entry);
  if (isIP(entry) === 0) return undefined;
  const address = ipaddr.parse(entry);
  return [address, address.kind() === 'ipv4' ? 32 : 128];
};

const isWithin = (address: string, [network, bits]: Network): boolean => {
  const parsed = ipaddr.process(address);
  return parsed.kind() === network.kind() && parsed.match(network, bits);
};

/**
 * Parses host names, IP addresses and networks, separated by commas: `staging.internal, 10.2.0.0/16`.
 * @returns undefined if an entry is none of them
 */
export const parsePrivateTargets = (text: string): PrivateTargets | undefined => {
  const entries = text
    .split(',')
    .map((entry) => entry.trim().toLowerCase())
    .filter((entry) => entry !== '');
  const networks = entries.map(networkOf).filter((network) => network !== undefined);
  const hosts = entries.filter((entry) => networkOf(entry) === undefined);
  if (!hosts.every((host) => HOST.test(host) && !/^[\d.]+$/.test(host))) return undefined;
  return {
    includes: (host, addresses) =>
      hosts.includes(host.toLowerCase()) ||
      addresses.every((address) => networks.some((network) => isWithin(address, network))),
  };
};

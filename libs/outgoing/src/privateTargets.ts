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

/** The ranges of private networks. Link-local addresses are missing: there providers give machines their secrets. */
const PRIVATE_RANGES = new Set(['loopback', 'private', 'uniqueLocal', 'carrierGradeNat']);

/** Addresses within those ranges at which providers give machines their secrets too. */
const PROVIDER_NETWORKS = [
  '100.100.100.200/32',
  'fd00:ec2::/32',
  'fd20:ce::/32',
  'fd00:42::42/128',
  'fd00:c1::/32',
].map((network) => ipaddr.parseCIDR(network));

/** Allows every private network and this machine, but no address at which a provider gives machines their secrets. */
export const anyPrivateTarget: PrivateTargets = {
  includes: (_host, addresses) =>
    addresses.every(
      (address) =>
        PRIVATE_RANGES.has(ipaddr.process(address).range()) &&
        !PROVIDER_NETWORKS.some((network) => isWithin(address, network)),
    ),
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

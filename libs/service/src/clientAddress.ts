import ipaddr from 'ipaddr.js';

/** Returns an address in plain form: a dual-stack socket reports IPv4 addresses as IPv6. */
export const plainAddress = (ip: string): string => (ip.startsWith('::ffff:') ? ip.slice('::ffff:'.length) : ip);

/** True if the connection comes from this machine. */
export const isLoopback = (ip: string): boolean => ip === '::1' || plainAddress(ip).startsWith('127.');

/** Bits of the IPv6 prefix that a provider assigns to one customer. */
const CUSTOMER = 64;

/** Returns the prefix of an address that identifies a neighbourhood, not a person: 24 bits of IPv4, 48 of IPv6. */
export const neighbourhoodOf = (ip: string): string => {
  if (!ipaddr.isValid(ip)) return ip;
  const address = ipaddr.process(ip);
  if (address.kind() === 'ipv4') return ipaddr.IPv4.networkAddressFromCIDR(`${address.toString()}/24`).toString();
  return ipaddr.IPv6.networkAddressFromCIDR(`${address.toNormalizedString()}/48`).toString();
};

/**
 * Returns the unit that limits count: an IPv4 address, or the 64-bit network of an IPv6 address.
 * An invalid address counts as it is written.
 */
export const networkOf = (ip: string): string => {
  if (!ipaddr.isValid(ip)) return ip;
  const address = ipaddr.process(ip);
  if (address.kind() === 'ipv4') return address.toString();
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${address.toNormalizedString()}/${CUSTOMER}`).toString()}/${CUSTOMER}`;
};

import ipaddr from 'ipaddr.js';

/** An address as it is known: IPv4 as such where a socket for both writes it as IPv6. */
export const plainAddress = (ip: string): string => (ip.startsWith('::ffff:') ? ip.slice('::ffff:'.length) : ip);

/** Whether the connection comes from this machine. */
export const isLoopback = (ip: string): boolean => ip === '::1' || plainAddress(ip).startsWith('127.');

/** Bits of an IPv6 address that a provider gives to one customer, who has all addresses below them. */
const CUSTOMER = 64;

/** The prefix of an address that tells a neighbourhood, not who lives there: 24 bits of IPv4, 48 of IPv6. */
export const neighbourhoodOf = (ip: string): string => {
  if (!ipaddr.isValid(ip)) return ip;
  const address = ipaddr.process(ip);
  if (address.kind() === 'ipv4') return ipaddr.IPv4.networkAddressFromCIDR(`${address.toString()}/24`).toString();
  return ipaddr.IPv6.networkAddressFromCIDR(`${address.toNormalizedString()}/48`).toString();
};

/**
 * Whom limits count as one: an IPv4 address, or the network of 64 bits of an IPv6 address. What is no address counts as
 * it is written.
 */
export const networkOf = (ip: string): string => {
  if (!ipaddr.isValid(ip)) return ip;
  const address = ipaddr.process(ip);
  if (address.kind() === 'ipv4') return address.toString();
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${address.toNormalizedString()}/${CUSTOMER}`).toString()}/${CUSTOMER}`;
};

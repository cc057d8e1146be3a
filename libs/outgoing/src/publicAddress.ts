import ipaddr from 'ipaddr.js';

/** All of the public IPv6 internet so far; what lies outside embeds IPv4 addresses or is of local use. */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');

/** DNS64 gives this to hosts without IPv6 of their own: it is as public as the IPv4 address at its end. */
const NAT64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96');

/**
 * Whether an IP address belongs to the public internet: neither loopback, private, link-local, shared, multicast,
 * unspecified, documentation or another reserved range, nor an IPv6 form that embeds an IPv4 address of one.
 */
export const isPublicAddress = (address: string): boolean => {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.range() === 'unicast';
  if (parsed.match(NAT64)) return isPublicAddress(parsed.toByteArray().slice(12).join('.'));
  return parsed.range() === 'unicast' && parsed.match(GLOBAL_IPV6);
};

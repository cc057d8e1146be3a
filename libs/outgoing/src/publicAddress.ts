import ipaddr from 'ipaddr.js';

/** All public IPv6 addresses so far; others embed IPv4 addresses or are for local use. */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');

/** DNS64 returns such addresses to hosts without IPv6; each is as public as the IPv4 address at its end. */
const NAT64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96');

/** Answers within one provider's network only: there it gives a machine its configuration and its secrets. */
const PROVIDER_WIRE_SERVER = '168.63.129.16';

/**
 * True if an IP address belongs to the public internet.
 * False for loopback, private, link-local, shared, multicast, unspecified, documentation and other reserved ranges.
 * False also for IPv6 forms that embed such an IPv4 address.
 */
export const isPublicAddress = (address: string): boolean => {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.range() === 'unicast' && parsed.toString() !== PROVIDER_WIRE_SERVER;
  if (parsed.match(NAT64)) return isPublicAddress(parsed.toByteArray().slice(12).join('.'));
  return parsed.range() === 'unicast' && parsed.match(GLOBAL_IPV6);
};

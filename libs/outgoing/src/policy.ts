import { isIP } from 'node:net';
import { OutgoingError } from './outgoingError.ts';
import { isPublicAddress } from './publicAddress.ts';

/** What may be asked. */
export interface Policy {
  allowsPort(port: number): boolean;
  /** @param address an IP address, as a name resolved to it or as it stood in the address */
  allowsAddress(address: string): boolean;
  /** The only origin that is asked, where there is only one; its redirects are answers and not followed. */
  readonly origin?: string;
}

export interface PublicPolicyOptions {
  /** Default 80 and 443; sites that embed from such hosts add 8080. */
  readonly ports?: readonly number[];
}

/** Public addresses on ordinary ports. */
export const publicPolicy = ({ ports = [80, 443] }: PublicPolicyOptions = {}): Policy => ({
  allowsPort: (port) => ports.includes(port),
  allowsAddress: isPublicAddress,
});

/**
 * Exactly one origin, which an operator configured: wherever its name leads, within the site's own network too. An
 * address that users name never meets this policy.
 * @param address of which the origin counts, such as `http://engine:5000/v2`
 * @throws OutgoingError refused: no http(s) address, or one with credentials
 */
export const originPolicy = (address: string): Policy => {
  const { protocol, origin, username, password } = URL.parse(address) ?? {};
  if (protocol !== 'http:' && protocol !== 'https:')
    throw new OutgoingError('refused', 'a configured address must begin with http:// or https://');
  if (username !== '' || password !== '')
    throw new OutgoingError('refused', 'a configured address must not contain credentials');
  return { origin: origin ?? '', allowsPort: () => true, allowsAddress: (one) => isIP(one) !== 0 };
};

import { isIP } from 'node:net';
import { OutgoingError } from './outgoingError.ts';
import type { PrivateTargets } from './privateTargets.ts';
import { isPublicAddress } from './publicAddress.ts';

/** The addresses that a client may request. */
export interface Policy {
  /** @param protocol `http:` or `https:` */
  allowsPort(port: number, protocol: string): boolean;
  /** @param address an IP address, resolved from a name or literal in the URL */
  allowsAddress(address: string): boolean;
  /** Targets that are allowed although their addresses or ports are not. */
  readonly privateTargets?: PrivateTargets;
  /** The only origin that is requested, if there is one; its redirects are returned and not followed. */
  readonly origin?: string;
}

export interface PublicPolicyOptions {
  /** Default 80 and 443; sites that embed from such hosts add 8080. */
  readonly ports?: readonly number[];
  /** Private targets that the operator allows; default none. */
  readonly privateTargets?: PrivateTargets;
}

/** Allows public addresses on ordinary ports, and private targets that the operator allows. */
export const publicPolicy = ({ ports = [80, 443], privateTargets }: PublicPolicyOptions = {}): Policy => ({
  allowsPort: (port) => ports.includes(port),
  allowsAddress: isPublicAddress,
  ...(privateTargets !== undefined && { privateTargets }),
});

/** Allows public addresses by https on its default port alone, and the private targets of a policy. */
export const httpsPolicy = (policy: Policy): Policy => ({
  ...policy,
  allowsPort: (port, protocol) => protocol === 'https:' && port === 443 && policy.allowsPort(port, protocol),
});

/**
 * Allows exactly one origin, which the operator configured, even within the site's own network.
 * Addresses that users name never use this policy.
 * @param address any address of the origin, such as `http://engine:5000/v2`
 * @throws OutgoingError refused: not an http(s) address, or one with credentials
 */
export const originPolicy = (address: string): Policy => {
  const { protocol, origin, username, password } = URL.parse(address) ?? {};
  if (protocol !== 'http:' && protocol !== 'https:')
    throw new OutgoingError('refused', 'a configured address must begin with http:// or https://');
  if (username !== '' || password !== '')
    throw new OutgoingError('refused', 'a configured address must not contain credentials');
  return { origin: origin ?? '', allowsPort: () => true, allowsAddress: (one) => isIP(one) !== 0 };
};

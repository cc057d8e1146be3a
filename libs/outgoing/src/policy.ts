import { isPublicAddress } from './publicAddress.ts';

/** What may be asked. */
export interface Policy {
  allowsPort(port: number): boolean;
  /** @param address an IP address, as a name resolved to it or as it stood in the address */
  allowsAddress(address: string): boolean;
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

import { isIP } from 'node:net';
import { OutgoingError } from './outgoingError.ts';
import type { Policy } from './policy.ts';
import type { Resolve } from './resolve.ts';

/** An allowed address, with the only IP addresses that its connection may use. */
export interface Target {
  readonly url: URL;
  readonly addresses: readonly string[];
}

export interface TargetPorts {
  readonly resolve: Resolve;
  readonly policy: Policy;
  readonly signal: AbortSignal;
}

const MAX_URL_LENGTH = 8_192;
const MAX_HOST_LENGTH = 253;
const ORDINARY_PORTS: ReadonlyMap<string, number> = new Map(Object.entries<number>({ 'http:': 80, 'https:': 443 }));

/**
 * Checks an address. The URL parser has normalised odd spellings: `http://0x7f.1/` is `127.0.0.1` here.
 * The policy must allow every address of a name; one internal address refuses the name.
 * @throws OutgoingError refused, unresolvable, timeout; the signal's reason, if the caller aborted it
 */
export const checkTarget = async (address: string | URL, { resolve, policy, signal }: TargetPorts): Promise<Target> => {
  const url = parsed(address);
  const port = ORDINARY_PORTS.get(url.protocol);
  if (port === undefined) throw refused(`the scheme ${url.protocol} is not asked`);
  if (url.username !== '' || url.password !== '') throw refused('an address with credentials is not asked');
  if (policy.origin !== undefined && policy.origin !== url.origin)
    throw refused(`${url.host} is not the configured origin`);
  if (url.hostname.length > MAX_HOST_LENGTH) throw refused('the host name is too long');
  const hasAllowedPort = policy.allowsPort(url.port === '' ? port : Number(url.port), url.protocol);
  if (!hasAllowedPort && policy.privateTargets === undefined) throw refusedPort(url);
  const addresses = await addressesOf(url.hostname, resolve, signal);
  if (policy.privateTargets?.includes(url.hostname, addresses)) return { url, addresses };
  if (!hasAllowedPort) throw refusedPort(url);
  const inner = addresses.find((each) => !policy.allowsAddress(each));
  if (inner !== undefined) throw refused(`${url.hostname} leads to ${inner}, which is not asked`);
  return { url, addresses };
};

const parsed = (address: string | URL): URL => {
  const text = String(address);
  if (text.length > MAX_URL_LENGTH || !URL.canParse(text)) throw refused('this is no address');
  return new URL(text);
};

const addressesOf = async (hostname: string, resolve: Resolve, signal: AbortSignal): Promise<readonly string[]> => {
  const literal = hostname.replace(/^\[|\]$/g, '');
  if (isIP(literal) !== 0) return [literal];
  const addresses = await resolve(hostname, signal);
  if (addresses.length === 0) throw new OutgoingError('unresolvable', `${hostname} has no address`);
  return addresses;
};

const refusedPort = ({ host }: URL): OutgoingError => refused(`the port of ${host} is not asked`);

const refused = (message: string): OutgoingError => new OutgoingError('refused', message);

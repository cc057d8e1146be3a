import { createOutgoing, isPublicAddress, OutgoingError, type OutgoingResponse, originPolicy } from '@almanac/outgoing';
import { CHECK_TIMEOUT_MS } from './within.ts';

const MAX_ANSWER_BYTES = 65_536;

const isLoopback = (address: string): boolean => address.startsWith('127.') || address === '::1';

export const isOnLoopback = (site: string): boolean => {
  const { hostname } = new URL(site);
  return hostname === 'localhost' || isLoopback(hostname.replaceAll(/[[\]]/g, ''));
};

/**
 * Requests the site at its public address, as a visitor would; undefined if it does not answer. Without a configured
 * address the host comes from the request. So internal addresses are refused, except loopback.
 */
export const askOwnSite = async (
  site: string,
  path: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<OutgoingResponse | undefined> => {
  const policy = {
    ...originPolicy(site),
    allowsAddress: (address: string) => isPublicAddress(address) || isLoopback(address),
  };
  try {
    const request = { headers, timeout: CHECK_TIMEOUT_MS, maxBytes: MAX_ANSWER_BYTES, cut: true };
    return await createOutgoing({ policy }).fetch(`${site}${path}`, request);
  } catch (error) {
    if (!(error instanceof OutgoingError)) throw error;
    return undefined;
  }
};

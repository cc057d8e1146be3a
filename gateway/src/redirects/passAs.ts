import { readAddress } from '../address.ts';
import type { Exchange } from '../exchange.ts';

/**
 * Has a request answered as another path of this site, at its own address; never as one of the interface.
 * @returns whether it is
 */
export const passAs = (exchange: Exchange, target: string, prefix: string): boolean => {
  const address = readAddress(target, prefix);
  if (address.kind !== 'page') return false;
  const { path, query, segment } = address;
  exchange.path = path;
  exchange.query = query;
  if (segment !== undefined) exchange.language = segment;
  exchange.request.url = target;
  exchange.isPassed = true;
  return true;
};

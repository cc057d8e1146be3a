import { ConfigurationError } from '@almanac/service';
import type { ServiceData } from './serviceData.ts';

/**
 * Reads a position of a service's log from an argument; 0, the default, is before the first commit.
 * @throws ConfigurationError for an invalid position
 */
export const positionArgument = async ({ name, store }: ServiceData, written = '0'): Promise<number> => {
  const [position, last] = [Number(written), await store.last()];
  if (/^\d+$/.test(written) && position <= last) return position;
  throw new ConfigurationError(`${written} is no position of ${name}: its log goes from 0 to ${last}.`);
};

import { ConfigurationError } from '@almanac/service';
import type { ServiceData } from './serviceData.ts';

/**
 * A position of a service's log as an operator writes it; 0, the default, stands before the first commit.
 * @throws ConfigurationError for what is none
 */
export const positionArgument = async ({ name, store }: ServiceData, written = '0'): Promise<number> => {
  const [position, last] = [Number(written), await store.last()];
  if (/^\d+$/.test(written) && position <= last) return position;
  throw new ConfigurationError(`${written} is no position of ${name}: its log goes from 0 to ${last}.`);
};

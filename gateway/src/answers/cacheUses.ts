import { createCounter, type Metrics } from '@almanac/service';

const USES = ['hit', 'miss', 'joined'] as const;

/** `hit`: answered from memory; `joined`: by the answer to an identical request; `miss`: made for the request. */
export type CacheUse = (typeof USES)[number];

/** Creates a counter of requests by their use of the cache of answers. */
export const createCacheUses = ({ registry }: Metrics): ((use: CacheUse) => void) =>
  createCounter(registry, {
    name: 'almanac_kept_answers_total',
    help: 'Requests of visitors by their use of the answers in memory',
    label: 'cache',
    values: USES,
  });

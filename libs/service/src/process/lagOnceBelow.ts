import type { RunningSubscription } from '@almanac/messaging';

/**
 * A check of readiness: it fails until the subscriptions have once had no more than `limit` messages to handle, and
 * then never again. A subscription's lag is that of all replicas together, so a later failure would make all of them
 * unready at once.
 * @throws saying how far they are behind; LogContradictedError
 */
export const lagOnceBelow = (
  subscriptions: readonly Pick<RunningSubscription, 'lag'>[],
  limit: number,
): (() => Promise<void>) => {
  let reached = false;
  return async () => {
    if (reached) return;
    const behind = await messagesBehind(subscriptions);
    if (behind > limit) throw new Error(`${behind} messages behind; begins to serve at ${limit}`);
    reached = true;
  };
};

/** Messages that the subscriptions have not handled, together. */
export const messagesBehind = async (subscriptions: readonly Pick<RunningSubscription, 'lag'>[]): Promise<number> => {
  const lags = await Promise.all(subscriptions.map((subscription) => subscription.lag()));
  return lags.flatMap((bySource) => [...bySource.values()]).reduce((sum, lag) => sum + lag, 0);
};

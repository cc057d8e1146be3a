import type { RunningSubscription } from '@almanac/messaging';

/**
 * Returns a check of readiness: it fails until the subscriptions have once had at most `limit` messages to handle.
 * Afterwards it never fails again: the lag is that of all replicas together, so all of them would become unready at
 * once.
 * @throws Error with the lag; LogContradictedError
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

/** Returns the number of messages that the subscriptions have not handled, in all. */
export const messagesBehind = async (subscriptions: readonly Pick<RunningSubscription, 'lag'>[]): Promise<number> => {
  const lags = await Promise.all(subscriptions.map((subscription) => subscription.lag()));
  return lags.flatMap((bySource) => [...bySource.values()]).reduce((sum, lag) => sum + lag, 0);
};

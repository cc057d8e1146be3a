import type { Effects, RunningEffects } from '@almanac/effects';
import type { Bus, RunningSubscription } from '@almanac/messaging';

/** What a service has begun in this process, and may be behind with. */
export interface Begun {
  readonly subscriptions: readonly RunningSubscription[];
  readonly effects: readonly RunningEffects[];
}

/** A bus and effects that note what is begun with them. */
export const notingBegun = (given: { readonly bus: Bus; readonly effects: Effects }) => {
  const subscriptions: RunningSubscription[] = [];
  const begun: RunningEffects[] = [];
  const bus: Bus = {
    ...given.bus,
    subscribe: async (subscription) => {
      const running = await given.bus.subscribe(subscription);
      // an ephemeral subscription begins at the end of its topics, so it has no lag
      if (!subscription.ephemeral) subscriptions.push(running);
      return running;
    },
  };
  const effects: Effects = {
    ...given.effects,
    run: (definition) => {
      const running = given.effects.run(definition);
      begun.push(running);
      return running;
    },
  };
  return { bus, effects, begun: { subscriptions, effects: begun } satisfies Begun };
};

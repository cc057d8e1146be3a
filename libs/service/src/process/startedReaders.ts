import type { Effects, RunningEffects } from '@almanac/effects';
import type { Bus, RunningSubscription } from '@almanac/messaging';

/** The subscriptions and effects that a service has started in this process, and may lag behind with. */
export interface StartedReaders {
  readonly subscriptions: readonly RunningSubscription[];
  readonly effects: readonly RunningEffects[];
}

/** Wraps a bus and effects to record the started subscriptions and effects. */
export const recordStartedReaders = (given: { readonly bus: Bus; readonly effects: Effects }) => {
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
  return { bus, effects, begun: { subscriptions, effects: begun } satisfies StartedReaders };
};

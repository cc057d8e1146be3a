import type { Bus, RunningSubscription, Subscription } from './bus.ts';

interface Startable extends RunningSubscription {
  start(): Promise<void>;
}

/** Creates a bus whose subscriptions come from `make`; closing it stops those that were started. */
export const createBus = (make: (subscription: Subscription) => Startable): Bus => {
  const running = new Set<RunningSubscription>();
  return {
    subscribe: async (subscription) => {
      const started = make(subscription);
      running.add(started);
      await started.start();
      return started;
    },
    close: async () => {
      await Promise.all([...running].map((subscription) => subscription.stop()));
    },
  };
};

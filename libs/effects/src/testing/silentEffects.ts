import type { Effects } from '../effects.ts';

/** For specs of services that are not about effects: nothing is done. */
export const silentEffects: Effects = {
  run: () => ({ add: async () => undefined, lag: async () => 0, stop: async () => undefined }),
  close: async () => undefined,
};

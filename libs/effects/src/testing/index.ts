import type { Effects } from '../effects.ts';

export { type FakeReceiver, fakeReceiver } from './fakeReceiver.ts';

/** Effects that do nothing, for specs that do not test effects. */
export const silentEffects: Effects = {
  run: () => ({ add: async () => undefined, lag: async () => 0, stop: async () => undefined }),
  close: async () => undefined,
};

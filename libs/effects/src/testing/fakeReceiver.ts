import type { Effect } from '../effect.ts';
import type { EffectHandler } from '../handler.ts';

/** A receiver that records effects, and fails or waits as a spec requires. */
export interface FakeReceiver extends EffectHandler {
  /** Completed effects, in order; repeats too. */
  readonly done: Effect[];
  /** Tried effects. */
  readonly tried: Effect[];
  /** Effects that were given up. */
  readonly lost: { readonly effect: Effect; readonly reason: string }[];
  /** Called within each try; may wait or throw. */
  before: (effect: Effect, signal: AbortSignal) => void | Promise<void>;
}

export const fakeReceiver = (options: Pick<EffectHandler, 'waits' | 'timeout' | 'atLast'> = {}): FakeReceiver => {
  const receiver: FakeReceiver = {
    ...options,
    done: [],
    tried: [],
    lost: [],
    before: () => undefined,
    handle: async (effect, signal) => {
      receiver.tried.push(effect);
      await receiver.before(effect, signal);
      receiver.done.push(effect);
    },
    givenUp: async (effect, reason) => {
      receiver.lost.push({ effect, reason });
    },
  };
  return receiver;
};

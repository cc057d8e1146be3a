import type { Effect } from '../effect.ts';
import type { EffectHandler } from '../handler.ts';

/** A receiver that keeps what arrives, and is away or slow as a spec wants it. */
export interface FakeReceiver extends EffectHandler {
  /** What was handled to the end, in order; repeats too. */
  readonly done: Effect[];
  /** What was tried. */
  readonly tried: Effect[];
  /** What was told to be given up. */
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

import type { Effect } from './effect.ts';
import { endOfEffect } from './effect.ts';
import { type EffectHandler, TIMEOUT } from './handler.ts';

/** The longest time that a timer can wait, ms. */
const LONGEST_TIMER = 2 ** 31 - 1;

/**
 * Tries an effect once, for as long as the handler allows and the effect is wanted.
 * @param stopping ends the try when the process stops
 * @throws what the handler throws; an error when it did not end in time
 */
export const attempt = async (
  effect: Effect,
  handler: EffectHandler,
  { now, stopping }: { readonly now: () => Date; readonly stopping: AbortSignal },
): Promise<void> => {
  const left = Math.min(handler.timeout ?? TIMEOUT, endOfEffect(effect) - now().getTime(), LONGEST_TIMER);
  const late = AbortSignal.timeout(Math.max(1, Math.ceil(left)));
  const signal = AbortSignal.any([late, stopping]);
  const aborted = Promise.withResolvers<never>();
  const end = (): void => aborted.reject(new Error(late.aborted ? 'it did not end in time' : 'the process stops'));
  signal.addEventListener('abort', end, { once: true });
  try {
    await Promise.race([handler.handle(effect, signal), aborted.promise]);
  } finally {
    signal.removeEventListener('abort', end);
  }
};

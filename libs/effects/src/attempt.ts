import { spans } from '@almanac/telemetry';
import type { Effect } from './effect.ts';
import { endOfEffect } from './effect.ts';
import { type EffectHandler, TIMEOUT_MS } from './handler.ts';

/** The longest time that a timer can wait, ms. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/**
 * Tries an effect once, for as long as the handler allows and the effect is wanted.
 * @param name of the effects' definition
 * @param stopping ends the try when the process stops
 * @throws what the handler throws; an error when it did not end in time
 */
export const attempt = async (
  effect: Effect,
  handler: EffectHandler,
  { name, now, stopping }: { readonly name: string; readonly now: () => Date; readonly stopping: AbortSignal },
): Promise<void> => {
  const left = Math.min(handler.timeout ?? TIMEOUT_MS, endOfEffect(effect) - now().getTime(), MAX_TIMER_MS);
  const late = AbortSignal.timeout(Math.max(1, Math.ceil(left)));
  const signal = AbortSignal.any([late, stopping]);
  const aborted = Promise.withResolvers<never>();
  const end = (): void => aborted.reject(new Error(late.aborted ? 'it did not end in time' : 'the process stops'));
  signal.addEventListener('abort', end, { once: true });
  try {
    await traced(name, effect, () => Promise.race([handler.handle(effect, signal), aborted.promise]));
  } finally {
    signal.removeEventListener('abort', end);
  }
};

/** A try goes on with the trace in which the effect was decided; one that was decided outside of one is not traced. */
const traced = (name: string, effect: Effect, work: () => Promise<void>): Promise<void> => {
  const { traceparent: parent, type, receiver, id } = effect;
  if (parent === undefined) return work();
  const attributes = { 'almanac.effect.id': id, 'almanac.effect.type': type, 'almanac.effect.receiver': receiver };
  // `<service>.<what>`
  return spans.run(
    `effect ${type}`,
    { kind: 'client', service: name.split('.', 1)[0] ?? '', parent, attributes },
    work,
  );
};

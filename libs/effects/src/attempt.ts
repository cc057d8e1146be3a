import { spans } from '@almanac/telemetry';
import type { Effect } from './effect.ts';
import { endOfEffect } from './effect.ts';
import { type EffectHandler, TIMEOUT_MS } from './handler.ts';

/** Maximum delay of a timer in milliseconds. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/**
 * Tries an effect once, until the handler's timeout or the effect's end.
 * @param name name of the effects' definition
 * @param stopping ends the try when the process stops
 * @throws the handler's error; an error on timeout
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

/** Runs a try in the trace of the commit that caused the effect; without such a trace it is not traced. */
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

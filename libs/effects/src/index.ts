export type {
  Effect,
  WantedEffect,
} from './effect.ts';
export { countWaiting } from './effectQueue.ts';
export { createEffects, type Effects, type RunningEffects } from './effects.ts';
export { type GivenUpEffect, listGivenUp } from './givenUp.ts';
export {
  type EffectHandler,
  type EffectsDefinition,
  FinalRefusalError,
  PostponedError,
  RETRY_DELAYS_MS,
} from './handler.ts';
export type { EffectsObserver } from './observer.ts';

export type {
  Effect,
  EffectOrigin,
  WantedEffect,
  Wants,
} from './effect.ts';
export { countWaiting } from './effectQueue.ts';
export { createEffects, type Effects, type EffectsOptions, type RunningEffects } from './effects.ts';
export { type GivenUpEffect, listGivenUp } from './givenUp.ts';
export { type EffectHandler, type EffectsDefinition, FinalRefusalError, PostponedError, WAITS } from './handler.ts';
export { type EffectOutcome, type EffectsObserver, noEffectsObserver } from './observer.ts';

import type { Delivery } from '@almanac/messaging';
import type { Effect } from './effect.ts';

/** An effect as a dead letter, whose key is receiver and key: the operators' commands show it like any other. */
export const letterOf = (effect: Effect): Delivery => {
  const { source, epoch, position, n, type, at, principal, language, correlation, receiver, key } = effect;
  const data = effect;
  return { source, epoch, position, n, type, at, principal, language, correlation, key: `${receiver}/${key}`, data };
};

export const effectOfLetter = ({ data }: Delivery): Effect => data as Effect;

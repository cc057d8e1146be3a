import type { UnitOfWork } from '@almanac/aggregates';
import { isMedium, type Medium, medium } from './medium.ts';

type Reference = 'author' | 'parent' | 'image';

/** A medium refers to something else, or to nothing (0), where it referred to what is going. */
export const redirectReference = async (
  unit: UnitOfWork,
  id: number,
  { member, from, to = 0 }: { readonly member: Reference; readonly from: number; readonly to?: number },
): Promise<Medium> => {
  const state = await unit.load(medium, id);
  if (!isMedium(state) || state[member] !== from) return state;
  return unit.append(medium, id, [{ type: 'MediumReferencesChanged', data: { [member]: to } }]);
};

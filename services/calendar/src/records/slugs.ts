import type { UnitOfWork } from '@almanac/aggregates';
import { cutSlug, slugCandidates } from '@almanac/content';

/** Where a slug must be unique: a kind of record in one language (translation.md §3.6). */
export const slugScope = (noun: string, language: string): string => `slug/${noun}/${language}`;

const LONGEST = 200;
/** Up to here every number is tried, so that a small series has no holes. */
const NEAR = 16;

const numbered = (base: string, number: number): string =>
  number < 2 ? cutSlug(base, LONGEST) : `${cutSlug(base, LONGEST - String(number).length - 1)}-${number}`;

/** 1, or 2 where the base itself is a name that addresses end with. */
const firstNumber = (base: string): number => (slugCandidates(base).next().value === numbered(base, 1) ? 1 : 2);

/**
 * The first of `base`, `base-2`, `base-3` … that is free or the record's own. A long series is not walked through: its
 * end is found by doubling and halving.
 */
export const freeSlug = async (unit: UnitOfWork, scope: string, base: string, by: string): Promise<string> => {
  const isFree = async (number: number): Promise<boolean> => {
    const holder = await unit.holder(scope, numbered(base, number));
    return holder === null || holder === by;
  };
  for (let number = firstNumber(base); number <= NEAR; number++)
    if (await isFree(number)) return numbered(base, number);
  let [taken, free] = [NEAR, NEAR * 2];
  while (!(await isFree(free))) [taken, free] = [free, free * 2];
  while (free - taken > 1) {
    const middle = Math.floor((taken + free) / 2);
    if (await isFree(middle)) free = middle;
    else taken = middle;
  }
  return numbered(base, free);
};

/** Moves a record from one slug to another; the empty one is nobody's. */
export const moveSlug = async (
  unit: UnitOfWork,
  scope: string,
  { from, to, by }: { readonly from: string; readonly to: string; readonly by: string },
): Promise<void> => {
  if (from === to) return;
  if (from !== '') await unit.release(scope, from, by);
  if (to !== '') await unit.take(scope, to, by);
};

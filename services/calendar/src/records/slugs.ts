import type { UnitOfWork } from '@almanac/aggregates';
import { uniqueSlug } from '@almanac/content';

/** Where a slug must be unique: a kind of record in one language (translation.md §3.6). */
export const slugScope = (noun: string, language: string): string => `slug/${noun}/${language}`;

/** The first of `base`, `base-2`, `base-3` … that is free or the record's own. */
export const freeSlug = (unit: UnitOfWork, scope: string, base: string, by: string): Promise<string> =>
  uniqueSlug(base, async (slug) => {
    const holder = await unit.holder(scope, slug);
    return holder !== null && holder !== by;
  });

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

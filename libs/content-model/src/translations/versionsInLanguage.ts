import type { UnitOfWork } from '@almanac/event-sourcing';
import type { Translatable } from './translatable.ts';
import { groupId, translationGroup } from './translationGroup.ts';

/**
 * References swapped for their own versions in a language; those that have none stay
 * (docs/interface/translation.md §2).
 */
export const versionsInLanguage = async (
  unit: UnitOfWork,
  kind: Translatable,
  ids: readonly number[],
  language: string,
): Promise<number[]> => Promise.all(ids.map((id) => versionIn(unit, kind, id, language)));

const versionIn = async (unit: UnitOfWork, kind: Translatable, id: number, language: string): Promise<number> => {
  const group = (await kind.version(unit, id))?.group ?? null;
  if (group === null) return id;
  return (await unit.load(translationGroup, groupId(kind.noun, group))).members[language]?.id ?? id;
};

import type { UnitOfWork } from '@almanac/aggregates';
import { loadMedium } from './changeMedium.ts';
import { moveMediumSlug } from './mediaSlugs.ts';
import { releaseSource } from './mediaSources.ts';
import { medium } from './medium.ts';

/** For good; its files are deleted after the commit. @throws DomainError 404 */
export const deleteMedium = async (unit: UnitOfWork, id: number): Promise<void> => {
  const before = await loadMedium(unit, id);
  await moveMediumSlug(unit, before, '');
  await releaseSource(unit, before);
  await unit.append(medium, id, [{ type: 'MediumDeleted', data: {} }]);
};

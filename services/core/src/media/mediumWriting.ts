import type { Numbers, UnitOfWork } from '@almanac/aggregates';
import { slugOf } from '@almanac/content';
import { type ContentSite, clocksAt } from '@almanac/publication';
import { freshId } from '../freshId.ts';
import { freeMediumSlug } from './mediaSlugs.ts';
import { type Medium, type MediumFields, type MediumFiles, medium } from './medium.ts';
import { type MediumWish, mediumDecider } from './mediumCommands.ts';

export interface NewMedium {
  readonly files: MediumFiles;
  /** Checked. */
  readonly wish: MediumWish & Pick<MediumFields, 'author' | 'title'>;
}

/**
 * Makes a medium of files that are stored already.
 * @throws NameTakenError where another one was fetched from the same address
 */
export const createMedium = async (
  unit: UnitOfWork,
  { numbers }: { readonly numbers: Numbers },
  site: ContentSite,
  { files, wish }: NewMedium,
): Promise<Medium> => {
  const id = await freshId(unit, numbers, 'records', [medium]);
  const slug = await freeMediumSlug(unit, { id, asked: wish.slug ?? '', title: wish.title }, site);
  const facts = { clocks: clocksAt(unit.meta.at, site.zone), slug };
  return unit.decide(mediumDecider, id, { type: 'Upload', id, files, wish }, facts);
};

/** Changes what is named and nothing else. @throws DomainError 404 */
export const changeMedium = async (
  unit: UnitOfWork,
  site: ContentSite,
  { id, wish }: { readonly id: number; readonly wish: MediumWish },
): Promise<Medium> => {
  const before = await unit.load(medium, id);
  const { slug: asked, title = before.title } = wish;
  const isKept = asked === undefined || slugOf(asked) === before.slug;
  const slug = isKept ? before.slug : await freeMediumSlug(unit, { id, asked, title }, site);
  const facts = { clocks: clocksAt(unit.meta.at, site.zone), slug };
  return unit.decide(mediumDecider, id, { type: 'Change', wish }, facts);
};

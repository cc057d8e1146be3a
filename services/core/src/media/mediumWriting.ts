import { slugOf } from '@almanac/content';
import { type ContentSite, clocksAt } from '@almanac/publication';
import type { Numbers, UnitOfWork } from '@almanac/write-side';
import { freshId } from '../freshId.ts';
import { freeMediumSlug } from './mediaSlugs.ts';
import { type Medium, type MediumFields, type MediumFiles, medium } from './medium.ts';
import { type MediumInput, mediumDecider } from './mediumCommands.ts';

export interface NewMedium {
  readonly files: MediumFiles;
  /** Checked. */
  readonly input: MediumInput & Pick<MediumFields, 'author' | 'title'>;
}

/**
 * Makes a medium of files that are stored already.
 * @throws NameTakenError where another one was fetched from the same address
 */
export const createMedium = async (
  unit: UnitOfWork,
  { numbers }: { readonly numbers: Numbers },
  site: ContentSite,
  { files, input }: NewMedium,
): Promise<Medium> => {
  const id = await freshId(unit, numbers, 'records', [medium]);
  const slug = await freeMediumSlug(unit, { id, asked: input.slug ?? '', title: input.title }, site);
  const facts = { clocks: clocksAt(unit.meta.at, site.zone), slug };
  return unit.decide(mediumDecider, id, { type: 'Upload', id, files, input }, facts);
};

/** Changes the named members and nothing else. @throws DomainError 404 */
export const changeMedium = async (
  unit: UnitOfWork,
  site: ContentSite,
  { id, input }: { readonly id: number; readonly input: MediumInput },
): Promise<Medium> => {
  const before = await unit.load(medium, id);
  const { slug: asked, title = before.title } = input;
  const isKept = asked === undefined || slugOf(asked) === before.slug;
  const slug = isKept ? before.slug : await freeMediumSlug(unit, { id, asked, title }, site);
  const facts = { clocks: clocksAt(unit.meta.at, site.zone), slug };
  return unit.decide(mediumDecider, id, { type: 'Change', input }, facts);
};

import { type ContentSite, clocksAt, exists } from '@almanac/content-model';
import type { Numbers, UnitOfWork } from '@almanac/event-sourcing';
import { slugOf } from '@almanac/text';
import { post } from '../posts/post.ts';
import { unusedId } from '../unusedId.ts';
import { freeMediumSlug } from './mediaSlugs.ts';
import { type Medium, type MediumFields, type MediumFiles, medium } from './medium.ts';
import { type MediumInput, mediumDecider } from './mediumCommands.ts';

export interface NewMedium {
  readonly files: MediumFiles;
  /** Validated input. */
  readonly input: MediumInput & Pick<MediumFields, 'author' | 'title'>;
}

/** Returns the parent post; 0 if it was deleted while the file was stored, which may take long. */
const parentOf = async (unit: UnitOfWork, parent: number): Promise<number> =>
  parent !== 0 && exists(await unit.load(post, parent)) ? parent : 0;

/**
 * Creates a medium from files that are already stored.
 * @throws NameTakenError if another medium was fetched from the same address
 */
export const createMedium = async (
  unit: UnitOfWork,
  { numbers }: { readonly numbers: Numbers },
  site: ContentSite,
  { files, input }: NewMedium,
): Promise<Medium> => {
  const id = await unusedId(unit, numbers, 'records', [medium]);
  const slug = await freeMediumSlug(unit, { id, asked: input.slug ?? '', title: input.title }, site);
  const facts = { clocks: clocksAt(unit.meta, site.zone), slug };
  const attached = input.parent === undefined ? input : { ...input, parent: await parentOf(unit, input.parent) };
  return unit.decide(mediumDecider, id, { type: 'Upload', id, files, input: attached }, facts);
};

/** Changes only the given members. @throws DomainError 404 */
export const changeMedium = async (
  unit: UnitOfWork,
  site: ContentSite,
  { id, input }: { readonly id: number; readonly input: MediumInput },
): Promise<Medium> => {
  const before = await unit.load(medium, id);
  const { slug: asked, title = before.title } = input;
  const isKept = asked === undefined || slugOf(asked) === before.slug;
  const slug = isKept ? before.slug : await freeMediumSlug(unit, { id, asked, title }, site);
  const facts = { clocks: clocksAt(unit.meta, site.zone), slug };
  return unit.decide(mediumDecider, id, { type: 'Change', input }, facts);
};

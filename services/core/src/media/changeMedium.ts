import type { UnitOfWork } from '@almanac/aggregates';
import { slugOf } from '@almanac/content';
import { changedFields } from '../changedFields.ts';
import { clocksOf, type Writing } from '../posts/createPost.ts';
import { mergeMeta } from '../posts/meta/writtenMeta.ts';
import { modifiedNow } from '../posts/postDates.ts';
import type { MediumPorts, MediumWish } from './createMedium.ts';
import { noSuchMedium } from './mediaErrors.ts';
import { freeMediumSlug, moveMediumSlug } from './mediaSlugs.ts';
import { isMedium, type Medium, type MediumFields, medium } from './medium.ts';
import { publication } from './mediumDates.ts';

/** Changes what is named and nothing else; its files stay. @throws DomainError 404 */
export const changeMedium = async (
  unit: UnitOfWork,
  { languages }: Pick<MediumPorts, 'languages'>,
  writing: Writing,
  { id, wish }: { readonly id: number; readonly wish: MediumWish },
): Promise<Medium> => {
  const before = await loadMedium(unit, id);
  const { date, meta, slug: asked, ...fields } = wish;
  const context = { reserved: writing.reserved, languages: languages.languages };
  const { title = before.title } = fields;
  const isKept = asked === undefined || slugOf(asked) === before.slug;
  const slug = isKept ? before.slug : await freeMediumSlug(unit, { id, asked, title }, context);
  const changed = changedFields<MediumFields>(before, {
    ...fields,
    slug,
    ...(date === undefined ? {} : publication(date, clocksOf(unit, writing))),
    ...(meta === undefined ? {} : { meta: mergeMeta(before.meta, meta) }),
  });
  if (Object.keys(changed).length === 0) return before;
  await moveMediumSlug(unit, before, slug);
  const data = { ...changed, ...modifiedNow(clocksOf(unit, writing)) };
  return unit.append(medium, id, [{ type: 'MediumChanged', data }]);
};

/** @throws DomainError 404 */
export const loadMedium = async (unit: UnitOfWork, id: number): Promise<Medium> => {
  const state = await unit.load(medium, id);
  if (!isMedium(state)) throw noSuchMedium();
  return state;
};

import type { Numbers, UnitOfWork } from '@almanac/aggregates';
import type { SiteLanguages } from '@almanac/translations';
import { freshId } from '../freshId.ts';
import { clocksOf, type Writing } from '../posts/createPost.ts';
import type { AskedDate } from '../posts/postDates.ts';
import { freeMediumSlug, moveMediumSlug } from './mediaSlugs.ts';
import { takeSource } from './mediaSources.ts';
import { blankMedium, type Medium, type MediumFields, type MediumFiles, medium } from './medium.ts';
import { publication } from './mediumDates.ts';

/** What a request asks of a medium, cleaned; a member that is not there stays, or gets its default. */
export type MediumWish = Partial<Omit<MediumFields, 'date' | 'dateUtc'>> & { readonly date?: AskedDate };

export interface MediumPorts {
  readonly numbers: Numbers;
  readonly languages: SiteLanguages;
}

/**
 * Makes a medium of files that are stored already, and of a wish that was checked.
 * @throws NameTakenError where another one was fetched from the same address
 */
export const createMedium = async (
  unit: UnitOfWork,
  { numbers, languages }: MediumPorts,
  writing: Writing,
  { files, wish }: { readonly files: MediumFiles; readonly wish: MediumWish & Pick<MediumFields, 'author' | 'title'> },
): Promise<Medium> => {
  const id = await freshId(unit, numbers, 'records', [medium]);
  const { date: asked, ...fields } = wish;
  const dates = publication(asked, clocksOf(unit, writing));
  const context = { reserved: writing.reserved, languages: languages.languages };
  const slug = await freeMediumSlug(unit, { id, asked: wish.slug ?? '', title: wish.title }, context);
  await moveMediumSlug(unit, { id, slug: '' }, slug);
  await takeSource(unit, id, files.source);
  const data = {
    ...blankMedium,
    ...fields,
    ...files,
    ...dates,
    modified: dates.date,
    modifiedUtc: dates.dateUtc,
    id,
    slug,
  };
  return unit.append(medium, id, [{ type: 'MediumUploaded', data }]);
};

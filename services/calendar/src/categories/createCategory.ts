import type { UnitOfWork } from '@almanac/aggregates';
import { foldText } from '@almanac/content';
import { streamOf } from '@almanac/domain';
import { invalidParams } from '@almanac/rest';
import { joinGroup, type Standing, standAlone } from '@almanac/translations';
import type { Calendar } from '../calendar.ts';
import { moveSlug } from '../records/slugs.ts';
import { LONGEST_NAME, termExists, termNameTooLong } from '../terms/termErrors.ts';
import { type Category, type CategoryFields, categories, category, categoryExists } from './category.ts';
import { bearerOf, categorySlugScope, freeCategorySlug, slugOfName } from './categorySlugs.ts';
import { translatableCategories } from './categoryTranslations.ts';
import { categoryTree, decidePlace, treeId } from './categoryTree.ts';

/** All texts cleaned; `slug` empty for one made of the name. */
export interface CreateCategory extends CategoryFields {
  readonly id: number;
  readonly language: string;
  /** The category it is a translation of. */
  readonly translationOf: number | undefined;
}

/** @throws DomainError 400 for an unknown parent, `db_insert_error` for a long name, `term_exists` for a sibling's */
export const createCategory = async (
  unit: UnitOfWork,
  calendar: Calendar,
  command: CreateCategory,
): Promise<Category> => {
  const { id, name, description, parent, language } = command;
  checkName(name);
  await checkParent(unit, parent);
  await refuseDuplicate(unit, calendar, command);
  const slug = await freeCategorySlug(unit, command.slug || slugOfName(name, id), { id, parent, language });
  const standing = await standingOf(unit, calendar, command);
  await moveSlug(unit, categorySlugScope(language), { from: '', to: slug, by: streamOf(category, id) });
  await unit.append(categoryTree, treeId, decidePlace(await unit.load(categoryTree, treeId), id, parent).events);
  const data = { id, name, slug, description, parent, ...standing };
  return unit.append(category, id, [{ type: 'CategoryCreated', data }]);
};

/** @throws DomainError 400 `db_insert_error` (core-adjacent.md §1.5) */
export const checkName = (name: string): void => {
  if ([...name].length > LONGEST_NAME) throw termNameTooLong();
};

/** @throws DomainError 400 naming `parent` */
export const checkParent = async (unit: UnitOfWork, parent: number): Promise<void> => {
  if (parent !== 0 && !categoryExists(await unit.load(category, parent))) {
    throw invalidParams({ parent: '{name} does not name a category.' });
  }
};

const refuseDuplicate = async (unit: UnitOfWork, { documents }: Calendar, command: CreateCategory): Promise<void> => {
  const { name, slug, parent, language } = command;
  const siblings = await documents.find<Category>(categories, {
    filter: {
      all: [
        { field: 'sortName', equals: foldText(name) },
        { field: 'parent', equals: parent },
      ],
    },
  });
  const same = siblings.find((each) => each.language === language && each.name.toLowerCase() === name.toLowerCase());
  if (same !== undefined) throw termExists(same.id);
  const bearer = slug === '' ? undefined : await bearerOf(unit, language, slug);
  if (bearer !== undefined && (await unit.load(category, bearer)).parent === parent) throw termExists(bearer);
};

const standingOf = (
  unit: UnitOfWork,
  { languages: site }: Calendar,
  { id, language, translationOf: source }: CreateCategory,
): Promise<Standing> | Standing => {
  if (source === undefined) return standAlone(language, site);
  const version = { id, language, group: null, public: true };
  return joinGroup(unit, translatableCategories, { version, source, site });
};

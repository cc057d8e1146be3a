import type { UnitOfWork } from '@almanac/aggregates';
import { streamOf } from '@almanac/domain';
import { leaveGroup } from '@almanac/translations';
import type { Calendar } from '../calendar.ts';
import { changedFields } from '../records/changes.ts';
import { moveSlug } from '../records/slugs.ts';
import { noSuchTerm, slugTaken } from '../terms/termErrors.ts';
import { type Category, type CategoryFields, category, categoryExists } from './category.ts';
import { bearerOf, categorySlugScope, freeCategorySlug, slugOfName } from './categorySlugs.ts';
import { translatableCategories } from './categoryTranslations.ts';
import { categoryTree, decidePlace, treeId } from './categoryTree.ts';
import { checkName, checkParent } from './createCategory.ts';

/**
 * Changes what is named and nothing else; an empty `slug` is made anew from the name.
 * @throws DomainError 404, or 400 for an unknown parent, a long name and the slug of another category
 */
export const changeCategory = async (
  unit: UnitOfWork,
  id: number,
  command: Partial<CategoryFields>,
): Promise<Category> => {
  const before = await unit.load(category, id);
  if (!categoryExists(before)) throw noSuchTerm();
  checkName(command.name ?? '');
  const parent = await place(unit, before, command.parent);
  const wanted = { ...before, ...command, parent };
  const slug = command.slug === undefined ? before.slug : await slugFor(unit, before, wanted);
  const by = streamOf(category, id);
  await moveSlug(unit, categorySlugScope(before.language), { from: before.slug, to: slug, by });
  const changed = changedFields<CategoryFields>(before, { ...command, parent, slug });
  return unit.append(
    category,
    id,
    Object.keys(changed).length === 0 ? [] : [{ type: 'CategoryChanged', data: changed }],
  );
};

const place = async (unit: UnitOfWork, before: Category, asked: number | undefined): Promise<number> => {
  if (asked === undefined || asked === before.parent) return before.parent;
  await checkParent(unit, asked);
  const { parent, events } = decidePlace(await unit.load(categoryTree, treeId), before.id, asked);
  await unit.append(categoryTree, treeId, events);
  return parent;
};

const slugFor = async (unit: UnitOfWork, before: Category, wanted: Category): Promise<string> => {
  const { id, name, language, parent } = wanted;
  const base = wanted.slug || slugOfName(name, id);
  const bearer = await bearerOf(unit, language, base);
  if (bearer === undefined || bearer === id) return base;
  if (wanted.slug !== '' && parent === before.parent) throw slugTaken(base);
  return freeCategorySlug(unit, base, { id, parent, language });
};

/** Deletes a category for good; those below it move up. Answers it as it was. */
export const deleteCategory = async (
  unit: UnitOfWork,
  { languages: site }: Calendar,
  id: number,
): Promise<Category> => {
  const before = await unit.load(category, id);
  if (!categoryExists(before)) throw noSuchTerm();
  await raiseChildren(unit, before);
  const by = streamOf(category, id);
  await moveSlug(unit, categorySlugScope(before.language), { from: before.slug, to: '', by });
  const version = { id, language: before.language, group: before.group, public: true };
  await leaveGroup(unit, translatableCategories, { version, site });
  await unit.append(category, id, [{ type: 'CategoryDeleted', data: {} }]);
  return before;
};

const raiseChildren = async (unit: UnitOfWork, { id, parent }: Category): Promise<void> => {
  const tree = await unit.load(categoryTree, treeId);
  const children = Object.keys(tree.parents)
    .map(Number)
    .filter((child) => tree.parents[child] === id);
  for (const child of children) {
    await unit.append(category, child, [{ type: 'CategoryChanged', data: { parent } }]);
    await unit.append(categoryTree, treeId, [{ type: 'CategoryPlaced', data: { id: child, parent } }]);
  }
  await unit.append(categoryTree, treeId, [{ type: 'CategoryUprooted', data: { id } }]);
};

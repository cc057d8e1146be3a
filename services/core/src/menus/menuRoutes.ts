import type { Filter } from '@almanac/documents';
import { streamOf, type UnitOfWork } from '@almanac/event-sourcing';
import { forUpdate, type RestRequest, type Route, type Values } from '@almanac/rest';
import { foldText, plainName, plainText, slugOf, uniqueSlug } from '@almanac/text';
import { changeRecord } from '../changeRecord.ts';
import type { Core } from '../core.ts';
import { coreErrors } from '../errors.ts';
import { unusedId } from '../unusedId.ts';
import { MENU_NAMES, MENU_SLUGS, type Menu, type MenuFields, menu, menus } from './menu.ts';
import { menuIdArg, menuListArgs, menuWriteArgs } from './menuArgs.ts';
import { deleteItem } from './menuItem.ts';
import { placeMenu } from './menuLocations.ts';
import { menuRecordRoutes } from './menuRecordRoutes.ts';
import { menuAnswers, menuSchema } from './menuSchema.ts';
import { renderMenus } from './menuView.ts';
import { itemsOf } from './readModels/menuList.ts';

const changeArgs = { id: menuIdArg, ...forUpdate(menuWriteArgs) };

/** Routes of menus (docs/interface/core-menus.md §2). */
export const menuRoutes = (core: Core): Route[] =>
  menuRecordRoutes(core, {
    base: 'menus',
    collection: menus,
    aggregate: menu,
    creation: 'MenuCreated',
    summaries: {
      list: 'Lists menus.',
      create: 'Creates a menu.',
      read: 'Reads a menu.',
      change: 'Changes a menu.',
      remove: 'Deletes a menu and its items.',
    },
    idArg: menuIdArg,
    listArgs: menuListArgs,
    createArgs: menuWriteArgs,
    changeArgs,
    schema: menuSchema.published,
    answers: menuAnswers,
    refusals: { unknown: coreErrors.unknownMenu, change: coreErrors.cannotChangeMenu },
    listValuesOf: (args) => args,
    filterOf,
    orderOf: ({ orderby, order }) => ({
      field: orderby === 'id' || orderby === 'slug' ? orderby : 'keys.name',
      direction: order,
    }),
    render: renderMenus,
    create,
    change,
    remove,
  });

type ListArgs = Values<typeof menuListArgs>;

const filterOf = ({ include, exclude, slug, search = '' }: ListArgs): Filter => ({
  all: [
    ...(include.length > 0 ? [{ field: 'id', in: include }] : []),
    ...(include.length === 0 && exclude.length > 0 ? [{ not: { field: 'id', in: exclude } }] : []),
    ...(slug.length > 0 ? [{ field: 'slug', in: slug.map(slugOf) }] : []),
    ...(plainText(search) === '' ? [] : [{ texts: ['name', 'slug'], words: [plainText(search)] }]),
  ],
});

const create = async (core: Core, { args, commands, context }: RestRequest<Values<typeof menuWriteArgs>>) => {
  const name = plainName(args.name);
  const { result } = await commands.run(
    context,
    async (unit) => {
      const id = await unusedId(unit, core.numbers, 'terms', [menu]);
      await refuseTakenName(unit, id, name);
      const fields: MenuFields = {
        name,
        slug: await freeSlug(unit, id, slugOf(args.slug ?? '') || slugOf(name)),
        description: plainText(args.description ?? ''),
        autoAdd: args.auto_add ?? false,
      };
      const made = await unit.decide(menu, id, { type: 'Create', id, ...fields }, undefined);
      await placeMenu(unit, { menu: id, locations: args.locations ?? [] });
      return made;
    },
    { mutexKeys: [MENU_NAMES] },
  );
  return result;
};

/** @throws DomainError 400 `menu_exists` for the name of another menu */
const refuseTakenName = async (unit: UnitOfWork, id: number, name: string): Promise<void> => {
  const holder = await unit.holder(MENU_NAMES, foldText(name));
  if (holder !== null && holder !== streamOf(menu, id)) throw coreErrors.menuExists({ params: { name } });
};

const freeSlug = (unit: UnitOfWork, id: number, base: string): Promise<string> =>
  uniqueSlug(base || String(id), async (slug) => {
    const holder = await unit.holder(MENU_SLUGS, slug);
    return holder !== null && holder !== streamOf(menu, id);
  });

const change = async (
  _core: Core,
  request: RestRequest<Values<typeof changeArgs>>,
  { id, slug: former }: Menu,
): Promise<Menu> => {
  const { args } = request;
  const name = args.name === undefined ? undefined : plainName(args.name);
  return changeRecord(request, menu, id, async (unit) => {
    if (name !== undefined) await refuseTakenName(unit, id, name);
    const slug = slugOf(args.slug ?? '') || (name === undefined ? former : slugOf(name));
    const fields: Partial<MenuFields> = {
      ...(name === undefined ? {} : { name }),
      slug: await freeSlug(unit, id, slug),
      description: plainText(args.description ?? ''),
      ...(args.auto_add === undefined ? {} : { autoAdd: args.auto_add }),
    };
    const changed = await unit.decide(menu, id, { type: 'Change', fields }, undefined);
    if (args.locations !== undefined) await placeMenu(unit, { menu: id, locations: args.locations });
    return changed;
  });
};

const remove = async ({ documents }: Core, request: RestRequest<unknown>, { id }: Menu): Promise<void> => {
  const items = await itemsOf(documents, id);
  await changeRecord(request, menu, id, async (unit) => {
    for (const item of items) await deleteItem(unit, item.id);
    await placeMenu(unit, { menu: id, locations: [] });
    return unit.decide(menu, id, { type: 'Delete' }, undefined);
  });
};

import { exists } from '@almanac/content-model';
import type { Filter } from '@almanac/documents';
import { forUpdate, type RestRequest, type Route, type Values } from '@almanac/rest';
import { plainText, safeAddress, searchTerms, storedTitle } from '@almanac/text';
import { changeRecord } from '../changeRecord.ts';
import type { Core } from '../core.ts';
import { coreErrors } from '../errors.ts';
import { searchFilter } from '../posts/readModels/searchFilter.ts';
import { unusedId } from '../unusedId.ts';
import { linkTargets } from './linkTargets.ts';
import { menu } from './menu.ts';
import { itemIdArg, itemListArgs, itemWriteArgs } from './menuArgs.ts';
import { type MenuItem, type MenuItemFields, menuItem, menuItems } from './menuItem.ts';
import { menuRecordRoutes } from './menuRecordRoutes.ts';
import { menuItemAnswers, menuItemSchema } from './menuSchema.ts';
import { renderMenuItems } from './menuView.ts';
import { MAX_ITEMS } from './readModels/menuList.ts';

const FIELDS = { id: 'id', include: 'menuOrder', menu_order: 'menuOrder', parent: 'parent', title: 'title' } as const;

/** Routes of the items of menus (docs/interface/core-menus.md §3). */
export const menuItemRoutes = (core: Core): Route[] =>
  menuRecordRoutes(core, {
    base: 'menu-items',
    collection: menuItems,
    aggregate: menuItem,
    creation: 'MenuItemCreated',
    summaries: {
      list: 'Lists the items of menus.',
      create: 'Creates an item of a menu.',
      read: 'Reads an item of a menu.',
      change: 'Changes an item of a menu.',
      remove: 'Deletes an item of a menu.',
    },
    idArg: itemIdArg,
    listArgs: itemListArgs,
    createArgs: itemWriteArgs,
    changeArgs: { id: itemIdArg, ...forUpdate(itemWriteArgs) },
    schema: menuItemSchema.published,
    answers: menuItemAnswers,
    refusals: { unknown: coreErrors.unknownMenuItem, change: coreErrors.cannotChangeMenuItem },
    listValuesOf: (args) => args,
    filterOf,
    orderOf: ({ orderby, order }) => ({ field: FIELDS[orderby], direction: order }),
    render: renderMenuItems,
    create,
    change,
    remove: async (_core, request, { id }) => {
      await changeRecord(request, menuItem, id, (unit) => unit.decide(menuItem, id, { type: 'Delete' }, undefined));
    },
  });

type ListArgs = Values<typeof itemListArgs>;

const filterOf = (args: ListArgs): Filter => {
  const among = (field: string, ids: readonly number[]): Filter[] => (ids.length === 0 ? [] : [{ field, in: ids }]);
  const without = (field: string, ids: readonly number[]): Filter[] => among(field, ids).map((not) => ({ not }));
  const terms = searchTerms(args.search ?? '');
  return {
    all: [
      ...(args.status.includes('any') || args.status.length === 0 ? [] : [{ field: 'status', in: args.status }]),
      ...among('id', args.include),
      ...(args.include.length > 0 ? [] : without('id', args.exclude)),
      ...among('menu', args.menus),
      ...without('menu', args.menus_exclude),
      ...among('parent', args.parent),
      ...(args.menu_order === undefined ? [] : [{ field: 'menuOrder', equals: args.menu_order }]),
      ...(terms === undefined ? [] : [searchFilter({ ...terms, exact: false, columns: ['title'] })]),
    ],
  };
};

type WriteRequest = RestRequest<{
  readonly [Name in keyof typeof itemWriteArgs]?: Values<typeof itemWriteArgs>[Name] | undefined;
}>;

const create = async (core: Core, request: WriteRequest): Promise<MenuItem> => {
  const fields = await sentFields(core, request, undefined);
  const { result } = await request.commands.run(
    request.context,
    async (unit) => {
      await checkMenu(core, unit, fields.menu);
      const id = await unusedId(unit, core.numbers, 'records', [menuItem]);
      return unit.decide(menuItem, id, { type: 'Create', id, fields }, undefined);
    },
    { mutexKeys: [`items-of-menu-${fields.menu ?? 0}`] },
  );
  return result;
};

type Unit = Parameters<Parameters<RestRequest['commands']['run']>[1]>[0];

/** @throws DomainError 400 for a missing menu, or one that has as many items as a menu can have */
const checkMenu = async ({ documents }: Core, unit: Unit, id: number | undefined): Promise<void> => {
  if (id === undefined || id === 0) return;
  if (!exists(await unit.load(menu, id))) throw coreErrors.unknownMenuOfItem();
  const count = await documents.count(menuItems, { field: 'menu', equals: id });
  if (count >= MAX_ITEMS) throw coreErrors.menuFull({ params: { limit: MAX_ITEMS } });
};

/** Returns the sent fields, cleaned. A title that equals the one of the linked record is not stored. */
const sentFields = async (
  core: Core,
  { args }: WriteRequest,
  before: MenuItem | undefined,
): Promise<Partial<MenuItemFields>> => {
  const fields: Partial<MenuItemFields> = {
    ...(args.menus === undefined ? {} : { menu: args.menus }),
    ...(args.title === undefined ? {} : { title: storedTitle(args.title, { unfilteredHtml: true }) }),
    ...(args.status === undefined ? {} : { status: args.status }),
    ...(args.url === undefined ? {} : { url: safeAddress(args.url.trim()) }),
    ...(args.type === undefined ? {} : { type: args.type }),
    ...(args.object === undefined ? {} : { object: plainText(args.object) }),
    ...(args.object_id === undefined ? {} : { objectId: args.object_id }),
    ...(args.parent === undefined ? {} : { parent: args.parent }),
    ...(args.menu_order === undefined ? {} : { menuOrder: args.menu_order }),
    ...(args.target === undefined ? {} : { target: args.target }),
    ...(args.classes === undefined ? {} : { classes: wordsOf(args.classes) }),
    ...(args.xfn === undefined ? {} : { xfn: wordsOf(args.xfn) }),
    ...(args.attr_title === undefined ? {} : { attrTitle: plainText(args.attr_title) }),
    ...(args.description === undefined ? {} : { description: plainText(args.description) }),
  };
  if (fields.title === undefined || fields.title === '') return fields;
  const linking = { object: 'custom', objectId: 0, ...before, ...fields };
  const target = (await linkTargets(core, [linking]))(linking);
  return target?.raw === fields.title ? { ...fields, title: '' } : fields;
};

/** Returns names of classes or relations; without one, an empty name, as clients expect. */
const wordsOf = (sent: readonly string[]): string[] => {
  const words = sent.flatMap((each) => plainText(each).split(' ')).map((word) => word.replace(/[^\w-]/g, ''));
  const found = words.filter((word) => word !== '');
  return found.length === 0 ? [''] : found;
};

const change = async (core: Core, request: WriteRequest, before: MenuItem): Promise<MenuItem> => {
  const fields = await sentFields(core, request, before);
  return changeRecord(request, menuItem, before.id, async (unit) => {
    if (fields.menu !== before.menu) await checkMenu(core, unit, fields.menu);
    return unit.decide(menuItem, before.id, { type: 'Change', fields }, undefined);
  });
};

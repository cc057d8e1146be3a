import { createdId, exists } from '@almanac/content-model';
import type { Filter } from '@almanac/documents';
import { recordVersion } from '@almanac/event-sourcing';
import { forUpdate, type RestRequest, type RestResponse, type Route, route, type Values } from '@almanac/rest';
import { plainText, safeAddress, searchTerms, storedTitle } from '@almanac/text';
import { changeRecord } from '../changeRecord.ts';
import type { Core } from '../core.ts';
import { coreErrors } from '../errors.ts';
import { searchFilter } from '../posts/readModels/searchFilter.ts';
import { type Context, contextArg, pagingOf, windowOf } from '../requestArgs.ts';
import { unusedId } from '../unusedId.ts';
import { linkTargets } from './linkTargets.ts';
import { menu } from './menu.ts';
import { checkMenuWrite } from './menuAccess.ts';
import { forceArg, itemIdArg, itemListArgs, itemWriteArgs } from './menuArgs.ts';
import { type MenuItem, type MenuItemFields, menuItem, menuItems } from './menuItem.ts';
import { checkMenuContext } from './menuRoutes.ts';
import { menuItemAnswers, menuItemSchema } from './menuSchema.ts';
import { renderMenuItem, renderMenuItems } from './menuView.ts';
import { listMenuItems, MAX_ITEMS, menuItemById } from './readModels/menuList.ts';

/** Routes of the items of menus (docs/interface/core-menus.md §3). */
export const menuItemRoutes = (core: Core): Route[] => [
  listRoute(core),
  createRoute(core),
  readRoute(core),
  changeRoute(core),
  deleteRoute(core),
];

/** Returns the item named in the path, loaded once a request. @throws DomainError 404 `rest_post_invalid_id` */
const itemOf = async (core: Core, request: RestRequest<unknown>): Promise<MenuItem> => {
  const id = Number(request.captures.id);
  const found = await request.remember(`menu-item:${id}`, () => menuItemById(core.documents, id));
  if (found === undefined) throw coreErrors.unknownMenuItem();
  return found;
};

const listRoute = (core: Core): Route =>
  route({
    namespace: 'core/v2',
    path: '/menu-items',
    methods: ['GET'],
    summary: 'Lists the items of menus.',
    args: itemListArgs,
    answers: menuItemAnswers.list,
    schema: menuItemSchema.published,
    permission: (request) => {
      checkMenuContext(request);
      return true;
    },
    handle: async (request) => {
      const { args } = request;
      const filter = listFilter(args);
      const query = { ...windowOf(args), filter, order: orderOf(args), include: args.include };
      const [found, total] = await Promise.all([
        listMenuItems(core.documents, query),
        core.documents.count(menuItems, filter),
      ]);
      const body = await renderMenuItems({ core, request, context: args.context }, found);
      return { body, headers: pagingOf(request, total) };
    },
  });

type ListArgs = Values<typeof itemListArgs>;

const listFilter = (args: ListArgs): Filter => {
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

const FIELDS = { id: 'id', include: 'menuOrder', menu_order: 'menuOrder', parent: 'parent', title: 'title' } as const;

const orderOf = ({ orderby, order, include }: ListArgs) =>
  orderby === 'include' && include.length > 0 ? undefined : { field: FIELDS[orderby], direction: order };

const readRoute = (core: Core): Route =>
  route({
    namespace: 'core/v2',
    path: '/menu-items/{id:\\d+}',
    methods: ['GET'],
    summary: 'Reads an item of a menu.',
    args: { id: itemIdArg, context: contextArg },
    answers: menuItemAnswers.read,
    schema: menuItemSchema.published,
    permission: async (request) => {
      checkMenuContext(request);
      await itemOf(core, request);
      return true;
    },
    handle: async (request) => answerOf(core, request, await itemOf(core, request), request.args.context),
  });

const answerOf = async (
  core: Core,
  request: RestRequest<unknown>,
  found: MenuItem,
  context: Context = 'edit',
): Promise<RestResponse> => ({
  body: await renderMenuItem({ core, request, context }, found),
  version: recordVersion(menuItem, found),
});

type WriteRequest = RestRequest<{
  readonly [Name in keyof typeof itemWriteArgs]?: Values<typeof itemWriteArgs>[Name] | undefined;
}>;

const createRoute = (core: Core): Route =>
  route({
    namespace: 'core/v2',
    path: '/menu-items',
    methods: ['POST'],
    summary: 'Creates an item of a menu.',
    args: itemWriteArgs,
    answers: menuItemAnswers.create,
    permission: (request) => checkMenuWrite(request, coreErrors.cannotCreateMenu),
    handle: async (request) => created(core, request, await create(core, request)),
    recover: async (request, commit) => {
      const found = await menuItemById(core.documents, createdId(commit, 'MenuItemCreated'));
      if (found === undefined) throw coreErrors.unknownMenuItem();
      return created(core, request, found);
    },
  });

const created = async (core: Core, request: RestRequest<unknown>, found: MenuItem): Promise<RestResponse> => {
  const headers = { Location: `${request.apiRoot}/core/v2/menu-items/${found.id}` };
  return { ...(await answerOf(core, request, found)), status: 201, headers };
};

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

const changeRoute = (core: Core): Route =>
  route({
    namespace: 'core/v2',
    path: '/menu-items/{id:\\d+}',
    methods: ['POST', 'PUT', 'PATCH'],
    summary: 'Changes an item of a menu.',
    args: { id: itemIdArg, ...forUpdate(itemWriteArgs) },
    answers: menuItemAnswers.change,
    permission: async (request) => {
      checkMenuWrite(request, coreErrors.cannotChangeMenuItem);
      await itemOf(core, request);
      return true;
    },
    handle: async (request) => {
      const before = await itemOf(core, request);
      const fields = await sentFields(core, request, before);
      const changed = await changeRecord(request, menuItem, before.id, async (unit) => {
        if (fields.menu !== before.menu) await checkMenu(core, unit, fields.menu);
        return unit.decide(menuItem, before.id, { type: 'Change', fields }, undefined);
      });
      return answerOf(core, request, changed);
    },
  });

const deleteRoute = (core: Core): Route =>
  route({
    namespace: 'core/v2',
    path: '/menu-items/{id:\\d+}',
    methods: ['DELETE'],
    summary: 'Deletes an item of a menu.',
    args: { id: itemIdArg, force: forceArg },
    answers: menuItemAnswers.remove,
    permission: async (request) => {
      checkMenuWrite(request, coreErrors.cannotDeleteMenu);
      await itemOf(core, request);
      return true;
    },
    handle: async (request) => {
      const before = await itemOf(core, request);
      if (!request.args.force) throw coreErrors.trashNotSupported();
      const previous = await renderMenuItem({ core, request, context: 'view', links: false }, before);
      await changeRecord(request, menuItem, before.id, (unit) =>
        unit.decide(menuItem, before.id, { type: 'Delete' }, undefined),
      );
      return { body: { deleted: true, previous } };
    },
  });

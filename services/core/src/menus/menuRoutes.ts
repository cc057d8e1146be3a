import { createdId } from '@almanac/content-model';
import type { Filter } from '@almanac/documents';
import { recordVersion, streamOf, type UnitOfWork } from '@almanac/event-sourcing';
import {
  forbidden,
  forUpdate,
  type RestRequest,
  type RestResponse,
  type Route,
  route,
  type Values,
} from '@almanac/rest';
import { foldText, plainName, plainText, slugOf, uniqueSlug } from '@almanac/text';
import { changeRecord } from '../changeRecord.ts';
import type { Core } from '../core.ts';
import { coreErrors } from '../errors.ts';
import { type Context, contextArg, pagingOf, windowOf } from '../requestArgs.ts';
import { unusedId } from '../unusedId.ts';
import { MENU_NAMES, MENU_SLUGS, type Menu, type MenuFields, menu, menus } from './menu.ts';
import { checkMenuRead, checkMenuWrite, mayWriteMenus } from './menuAccess.ts';
import { forceArg, menuIdArg, menuListArgs, menuWriteArgs } from './menuArgs.ts';
import { deleteItem } from './menuItem.ts';
import { placeMenu } from './menuLocations.ts';
import { menuAnswers, menuSchema } from './menuSchema.ts';
import { renderMenu, renderMenus } from './menuView.ts';
import { itemsOf, listMenus, menuById } from './readModels/menuList.ts';

/** Routes of menus (docs/interface/core-menus.md §2). */
export const menuRoutes = (core: Core): Route[] => [
  listRoute(core),
  createRoute(core),
  readRoute(core),
  changeRoute(core),
  deleteRoute(core),
];

/** Returns the menu named in the path, loaded once a request. @throws DomainError 404 `rest_term_invalid` */
const menuOf = async (core: Core, request: RestRequest<unknown>): Promise<Menu> => {
  const id = Number(request.captures.id);
  const found = await request.remember(`menu:${id}`, () => menuById(core.documents, id));
  if (found === undefined) throw coreErrors.unknownMenu();
  return found;
};

/** @throws DomainError 401 or 403 for a caller who may not read menus, or not in this context */
export const checkMenuContext = (request: RestRequest<{ readonly context: Context }>): void => {
  checkMenuRead(request);
  if (request.args.context === 'edit' && !mayWriteMenus(request.principal))
    throw forbidden(request.principal, coreErrors.cannotReadEditableMenus);
};

const listRoute = (core: Core): Route =>
  route({
    namespace: 'core/v2',
    path: '/menus',
    methods: ['GET'],
    summary: 'Lists menus.',
    args: menuListArgs,
    answers: menuAnswers.list,
    schema: menuSchema.published,
    permission: (request) => {
      checkMenuContext(request);
      return true;
    },
    handle: async (request) => {
      const { args } = request;
      const filter = listFilter(args);
      const query = { ...windowOf(args), filter, order: orderOf(args), include: args.include };
      const [found, total] = await Promise.all([listMenus(core.documents, query), core.documents.count(menus, filter)]);
      const body = await renderMenus({ core, request, context: args.context }, found);
      return { body, headers: pagingOf(request, total) };
    },
  });

type ListArgs = Values<typeof menuListArgs>;

const listFilter = ({ include, exclude, slug, search = '' }: ListArgs): Filter => ({
  all: [
    ...(include.length > 0 ? [{ field: 'id', in: include }] : []),
    ...(include.length === 0 && exclude.length > 0 ? [{ not: { field: 'id', in: exclude } }] : []),
    ...(slug.length > 0 ? [{ field: 'slug', in: slug.map(slugOf) }] : []),
    ...(plainText(search) === '' ? [] : [{ texts: ['name', 'slug'], words: [plainText(search)] }]),
  ],
});

const orderOf = ({ orderby, order, include }: ListArgs) => {
  if (orderby === 'include' && include.length > 0) return undefined;
  const field = orderby === 'id' || orderby === 'slug' ? orderby : 'keys.name';
  return { field, direction: order };
};

const readRoute = (core: Core): Route =>
  route({
    namespace: 'core/v2',
    path: '/menus/{id:\\d+}',
    methods: ['GET'],
    summary: 'Reads a menu.',
    args: { id: menuIdArg, context: contextArg },
    answers: menuAnswers.read,
    schema: menuSchema.published,
    permission: async (request) => {
      checkMenuContext(request);
      await menuOf(core, request);
      return true;
    },
    handle: async (request) => answerOf(core, request, await menuOf(core, request), request.args.context),
  });

const answerOf = async (
  core: Core,
  request: RestRequest<unknown>,
  found: Menu,
  context: Context = 'edit',
): Promise<RestResponse> => ({
  body: await renderMenu({ core, request, context }, found),
  version: recordVersion(menu, found),
});

const createRoute = (core: Core): Route =>
  route({
    namespace: 'core/v2',
    path: '/menus',
    methods: ['POST'],
    summary: 'Creates a menu.',
    args: menuWriteArgs,
    answers: menuAnswers.create,
    permission: (request) => checkMenuWrite(request, coreErrors.cannotCreateMenu),
    handle: async (request) => created(core, request, await create(core, request)),
    recover: async (request, commit) => {
      const found = await menuById(core.documents, createdId(commit, 'MenuCreated'));
      if (found === undefined) throw coreErrors.unknownMenu();
      return created(core, request, found);
    },
  });

const created = async (core: Core, request: RestRequest<unknown>, found: Menu): Promise<RestResponse> => {
  const headers = { Location: `${request.apiRoot}/core/v2/menus/${found.id}` };
  return { ...(await answerOf(core, request, found)), status: 201, headers };
};

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

const changeArgs = { id: menuIdArg, ...forUpdate(menuWriteArgs) };

const changeRoute = (core: Core): Route =>
  route({
    namespace: 'core/v2',
    path: '/menus/{id:\\d+}',
    methods: ['POST', 'PUT', 'PATCH'],
    summary: 'Changes a menu.',
    args: changeArgs,
    answers: menuAnswers.change,
    permission: async (request) => {
      checkMenuWrite(request, coreErrors.cannotChangeMenu);
      await menuOf(core, request);
      return true;
    },
    handle: async (request) => answerOf(core, request, await change(core, request)),
  });

const change = async (core: Core, request: RestRequest<Values<typeof changeArgs>>): Promise<Menu> => {
  const { args } = request;
  const { id, slug: former } = await menuOf(core, request);
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

const deleteRoute = (core: Core): Route =>
  route({
    namespace: 'core/v2',
    path: '/menus/{id:\\d+}',
    methods: ['DELETE'],
    summary: 'Deletes a menu and its items.',
    args: { id: menuIdArg, force: forceArg },
    answers: menuAnswers.remove,
    permission: async (request) => {
      checkMenuWrite(request, coreErrors.cannotDeleteMenu);
      await menuOf(core, request);
      return true;
    },
    handle: async (request) => {
      const found = await menuOf(core, request);
      if (!request.args.force) throw coreErrors.trashNotSupported();
      const previous = await renderMenu({ core, request, context: 'view', links: false }, found);
      const items = await itemsOf(core.documents, found.id);
      await changeRecord(request, menu, found.id, async (unit) => {
        for (const { id } of items) await deleteItem(unit, id);
        await placeMenu(unit, { menu: found.id, locations: [] });
        return unit.decide(menu, found.id, { type: 'Delete' }, undefined);
      });
      return { body: { deleted: true, previous } };
    },
  });

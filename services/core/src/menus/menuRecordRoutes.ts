import { createdId } from '@almanac/content-model';
import type { Collection, Filter, Order } from '@almanac/documents';
import { recordVersion } from '@almanac/event-sourcing';
import {
  type Arg,
  type Args,
  forbidden,
  type RestRequest,
  type RestResponse,
  type Route,
  route,
  type Values,
} from '@almanac/rest';
import type { Core } from '../core.ts';
import { coreErrors } from '../errors.ts';
import { type Context, contextArg, pagingOf, windowOf } from '../requestArgs.ts';
import { checkMenuRead, checkMenuWrite, mayWriteMenus } from './menuAccess.ts';
import { forceArg } from './menuArgs.ts';
import type { menuAnswers, menuSchema } from './menuSchema.ts';
import type { MenuPresentation } from './menuView.ts';

/** Values of every list. */
interface ListValues {
  readonly context: Context;
  readonly page: number;
  readonly per_page: number;
  readonly offset?: number | undefined;
  readonly orderby: string;
  readonly include: readonly number[];
}

interface MenuRecord {
  readonly id: number;
  readonly version: number;
}

/** A kind of record of menus, with the values and the rules by which its routes differ. */
export interface MenuRecords<
  Stored extends MenuRecord,
  Listing extends Args,
  Creation extends Args,
  Change extends Args,
> {
  /** Collection segment of REST addresses. */
  readonly base: 'menus' | 'menu-items';
  readonly collection: Collection;
  readonly aggregate: { readonly category: string };
  /** Type of the event of a new record. */
  readonly creation: 'MenuCreated' | 'MenuItemCreated';
  readonly summaries: Readonly<Record<'list' | 'create' | 'read' | 'change' | 'remove', string>>;
  readonly idArg: Arg;
  readonly listArgs: Listing;
  readonly createArgs: Creation;
  /** With the id. */
  readonly changeArgs: Change;
  readonly schema: typeof menuSchema.published;
  readonly answers: typeof menuAnswers;
  readonly refusals: {
    unknown(): Error;
    readonly change: typeof coreErrors.cannotChangeMenu | typeof coreErrors.cannotChangeMenuItem;
  };
  /** Returns the values that every list has. */
  listValuesOf(args: Values<Listing>): ListValues;
  filterOf(args: Values<Listing>): Filter;
  orderOf(args: Values<Listing>): Order;
  render(presentation: MenuPresentation, records: readonly Stored[]): Promise<readonly object[]>;
  create(core: Core, request: RestRequest<Values<Creation>>): Promise<Stored>;
  change(core: Core, request: RestRequest<Values<Change>>, before: Stored): Promise<Stored>;
  remove(core: Core, request: RestRequest<unknown>, record: Stored): Promise<void>;
}

/** Returns the routes of menus, or of their items (docs/interface/core-menus.md §2, §3). */
export const menuRecordRoutes = <
  Stored extends MenuRecord,
  Listing extends Args,
  Creation extends Args,
  Change extends Args,
>(
  core: Core,
  kind: MenuRecords<Stored, Listing, Creation, Change>,
): Route[] => {
  const { base, idArg, summaries, answers, schema, refusals } = kind;
  const namespace = 'core/v2';
  const one = `/${base}/{id:\\d+}`;

  const asList = (request: RestRequest<Values<Listing>>): RestRequest<ListValues> => ({
    ...request,
    args: kind.listValuesOf(request.args),
  });

  /** Returns a record; undefined if it is missing. */
  const byId = async (id: number): Promise<Stored | undefined> =>
    (await core.documents.getMany<Stored>(kind.collection, [id]))[0];

  const require = (found: Stored | undefined): Stored => {
    if (found === undefined) throw refusals.unknown();
    return found;
  };

  /** Returns the record named in the path, loaded once a request. @throws DomainError 404 */
  const named = async (request: RestRequest<unknown>): Promise<Stored> => {
    const id = Number(request.captures.id);
    return require(await request.remember(`${base}:${id}`, () => byId(id)));
  };

  const rendered = async (presentation: MenuPresentation, record: Stored): Promise<object> =>
    (await kind.render(presentation, [record]))[0] ?? {};

  /** Returns the records of a page of the list; in the order of `include` if the request names it. */
  const listed = async (filter: Filter, args: Values<Listing>): Promise<readonly Stored[]> => {
    const { include, orderby, ...values } = kind.listValuesOf(args);
    const { limit, offset } = windowOf(values);
    if (orderby !== 'include' || include.length === 0) {
      return core.documents.find<Stored>(kind.collection, { filter, order: [kind.orderOf(args)], limit, offset });
    }
    const found = await core.documents.find<Stored>(kind.collection, { filter });
    return found.toSorted((a, b) => include.indexOf(a.id) - include.indexOf(b.id)).slice(offset, offset + limit);
  };

  const answerOf = async (
    request: RestRequest<unknown>,
    record: Stored,
    context: Context = 'edit',
  ): Promise<RestResponse> => ({
    body: await rendered({ core, request, context }, record),
    version: recordVersion(kind.aggregate, record),
  });

  const created = async (request: RestRequest<unknown>, record: Stored): Promise<RestResponse> => ({
    ...(await answerOf(request, record)),
    status: 201,
    headers: { Location: `${request.apiRoot}/${namespace}/${base}/${record.id}` },
  });

  const checkNamed = async (
    request: RestRequest<unknown>,
    refusal: Parameters<typeof checkMenuWrite>[1],
  ): Promise<true> => {
    checkMenuWrite(request, refusal);
    await named(request);
    return true;
  };

  return [
    route({
      namespace,
      path: `/${base}`,
      methods: ['GET'],
      summary: summaries.list,
      args: kind.listArgs,
      answers: answers.list,
      batch: true,
      schema,
      permission: (request: RestRequest<Values<Listing>>) => checkMenuContext(asList(request)),
      handle: async (request: RestRequest<Values<Listing>>) => {
        const { args } = request;
        const filter = kind.filterOf(args);
        const [found, total] = await Promise.all([listed(filter, args), core.documents.count(kind.collection, filter)]);
        const body = await kind.render({ core, request, context: kind.listValuesOf(args).context }, found);
        return { body, headers: pagingOf(asList(request), total) };
      },
    }),
    route({
      namespace,
      path: `/${base}`,
      methods: ['POST'],
      summary: summaries.create,
      args: kind.createArgs,
      answers: answers.create,
      batch: true,
      permission: (request) => checkMenuWrite(request, coreErrors.cannotCreateMenu),
      handle: async (request: RestRequest<Values<Creation>>) => created(request, await kind.create(core, request)),
      recover: async (request: RestRequest<Values<Creation>>, commit) =>
        created(request, require(await byId(createdId(commit, kind.creation)))),
    }),
    route({
      namespace,
      path: one,
      methods: ['GET'],
      summary: summaries.read,
      args: { id: idArg, context: contextArg },
      answers: answers.read,
      batch: true,
      schema,
      permission: async (request) => {
        checkMenuContext(request);
        await named(request);
        return true;
      },
      handle: async (request) => answerOf(request, await named(request), request.args.context),
    }),
    route({
      namespace,
      path: one,
      methods: ['POST', 'PUT', 'PATCH'],
      summary: summaries.change,
      args: kind.changeArgs,
      answers: answers.change,
      batch: true,
      permission: (request) => checkNamed(request, refusals.change),
      handle: async (request: RestRequest<Values<Change>>) =>
        answerOf(request, await kind.change(core, request, await named(request))),
    }),
    route({
      namespace,
      path: one,
      methods: ['DELETE'],
      summary: summaries.remove,
      args: { id: idArg, force: forceArg },
      answers: answers.remove,
      batch: true,
      permission: (request) => checkNamed(request, coreErrors.cannotDeleteMenu),
      handle: async (request) => {
        const record = await named(request);
        if (!request.args.force) throw coreErrors.trashNotSupported();
        const previous = await rendered({ core, request, context: 'view', links: false }, record);
        await kind.remove(core, request, record);
        return { body: { deleted: true, previous } };
      },
    }),
  ];
};

/** @throws DomainError 401 or 403 for a caller who may not read menus, or not in this context */
const checkMenuContext = (request: RestRequest<{ readonly context: Context }>): true => {
  checkMenuRead(request);
  if (request.args.context === 'edit' && !mayWriteMenus(request.principal))
    throw forbidden(request.principal, coreErrors.cannotReadEditableMenus);
  return true;
};

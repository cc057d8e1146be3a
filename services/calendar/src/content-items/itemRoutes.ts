import { trashContent } from '@almanac/content-model';
import { streamOf, type UnitOfWork } from '@almanac/event-sourcing';

import {
  type Answers,
  type Args,
  type Method,
  type RestRequest,
  type RestResponse,
  type Route,
  route,
  text,
} from '@almanac/rest';

import type { Calendar } from '../calendar.ts';
import { idArgs } from '../requestArgs.ts';
import type { ItemFields, ItemState } from './contentItem.ts';
import { readPassword } from './itemArgs.ts';
import type { ItemKind } from './itemKind.ts';
import { requireNamed } from './itemLookup.ts';
import { itemPermissions } from './itemRights.ts';
import { contentSite } from './itemWriting.ts';

/** The slug in the path of one record. */
const slugArgs = { slug: text({ description: 'The slug of the record.', required: true }) };

/** Arguments of a read of one record, in addition to those of its path. */
export const passwordArgs = { password: readPassword };

/** The two routes of one operation: the path names the record by id or by slug. */
export interface ItemRoutes {
  readonly byId: Route;
  readonly bySlug: Route;
}

/** An operation on one record, without its path. `V` is the type of the values of `args`; it is not checked. */
export interface ItemOperation<V> {
  readonly plural: string;
  readonly methods: readonly Method[];
  readonly summary: string;
  /** The arguments, without those of the path. */
  readonly args: Args;
  readonly answers: Answers;
  readonly permission?: (request: RestRequest<V>) => boolean | Promise<boolean>;
  readonly handle: (request: RestRequest<V>) => Promise<RestResponse>;
}

/** Declares an operation by id and by slug. A declared `slug` is the record's new slug. */
export const itemRoutes = <V>({ plural, args, ...operation }: ItemOperation<V>): ItemRoutes => {
  // a route reads the types of its values from `args`, which are not known here
  const shared = { ...operation, namespace: 'cal/events/v1' } as Omit<Route, 'path' | 'args'>;
  return {
    byId: route({ ...shared, path: `/${plural}/{id:\\d+}`, args: { ...idArgs, ...args } }),
    bySlug: route({ ...shared, path: `/${plural}/by-slug/{slug}`, args: { ...slugArgs, ...args } }),
  };
};

/** Returns all routes of a kind of record, in the order in which the index names their methods. */
export const routesInOrder = (routes: {
  readonly list: Route;
  readonly create: Route;
  readonly read: ItemRoutes;
  readonly trash: ItemRoutes;
  readonly change: ItemRoutes;
}): Route[] => {
  const { list, create, read, trash, change } = routes;
  return [list, create, read.byId, trash.byId, change.byId, read.bySlug, trash.bySlug, change.bySlug];
};

interface TrashOptions<State> {
  readonly summary: string;
  readonly answers: Answers;
  answer(request: RestRequest, state: State): Promise<RestResponse>;
}

/** Returns the routes that put a record into the trash; a second time they answer 410. */
export const trashRoutes = <Fields extends ItemFields>(
  calendar: Calendar,
  kind: ItemKind<Fields>,
  { summary, answers, answer }: TrashOptions<ItemState & Fields>,
): ItemRoutes =>
  itemRoutes({
    plural: kind.plural,
    methods: ['DELETE'],
    summary,
    args: passwordArgs,
    answers,
    permission: itemPermissions(calendar.documents, kind).remove,
    handle: async (request: RestRequest) => {
      const state = await runOnRecord(calendar, kind, request, (unit, id) =>
        trashContent(unit, kind, contentSite(calendar), id),
      );
      return answer(request, state);
    },
  });

/** Runs a command on the record that the path names. @throws DomainError 404, 412, or the command's refusal */
export const runOnRecord = async <Fields extends ItemFields, Result>(
  calendar: Calendar,
  kind: ItemKind<Fields>,
  request: RestRequest<unknown>,
  command: (unit: UnitOfWork, id: number) => Promise<Result>,
): Promise<Result> => {
  const { id } = await requireNamed(calendar.documents, kind, request);
  return runOnId(kind, request, id, (unit) => command(unit, id));
};

/** Runs a command on a record. @throws DomainError 412, or the command's refusal */
export const runOnId = async <Fields extends ItemFields, Result>(
  { aggregate }: Pick<ItemKind<Fields>, 'aggregate'>,
  { commands, context, ifMatch }: RestRequest<unknown>,
  id: number,
  command: (unit: UnitOfWork) => Promise<Result>,
): Promise<Result> => {
  const outcome = await commands.run(
    context,
    async (unit) => {
      await unit.expectVersion(aggregate, id, ifMatch);
      return command(unit);
    },
    { mutexKeys: [streamOf(aggregate, id)] },
  );
  return outcome.result;
};

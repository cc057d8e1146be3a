import { type Args, type Method, type RestRequest, type RestResponse, type Route, route } from '@almanac/rest';
import { idArgs, slugArgs } from './itemArgs.ts';

/** One operation on one record, which the path names by id or by slug. */
export interface ItemRoutes {
  readonly byId: Route;
  readonly bySlug: Route;
}

/** An operation on one record, apart from its path. `V` are the values of `args`, which the caller vouches for. */
export interface ItemOperation<V> {
  readonly plural: string;
  readonly methods: readonly Method[];
  readonly summary: string;
  /** Beside what the path names. */
  readonly args: Args;
  readonly permission?: (request: RestRequest<V>) => boolean | Promise<boolean>;
  readonly handle: (request: RestRequest<V>) => Promise<RestResponse>;
}

/** Declares an operation by id and by slug. A declared `slug` of its own is what the record is to be renamed to. */
export const itemRoutes = <V>({ plural, args, ...operation }: ItemOperation<V>): ItemRoutes => {
  const shared = { ...operation, namespace: 'cal/events/v1' } as Omit<Route, 'path' | 'args'>;
  return {
    byId: route({ ...shared, path: `/${plural}/{id:\\d+}`, args: { ...idArgs, ...args } }),
    bySlug: route({ ...shared, path: `/${plural}/by-slug/{slug}`, args: { ...slugArgs, ...args } }),
  };
};

/** All routes of a kind of record, in the order in which the index names their methods. */
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

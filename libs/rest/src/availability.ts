import type { Route } from './route.ts';
import type { RouteGroup } from './routeTable.ts';

/** True if a route is offered at present. */
export const isAvailable = async ({ offered }: Route): Promise<boolean> => offered === undefined || (await offered());

/** Returns the routes that are offered at present, in their order. */
export const offeredRoutes = async (routes: readonly Route[]): Promise<Route[]> => {
  const there = await Promise.all(routes.map(isAvailable));
  return routes.filter((_, index) => there[index]);
};

/** Returns the group of a path with the routes that are offered at present. */
export const availableRoutes = async (group: RouteGroup): Promise<RouteGroup> => {
  if (group.routes.every(({ route }) => route.offered === undefined)) return group;
  const there = new Set(await offeredRoutes(group.routes.map(({ route }) => route)));
  const routes = group.routes.filter(({ route }) => there.has(route));
  return { ...group, routes, methods: [...new Set(routes.flatMap(({ route }) => route.methods))] };
};

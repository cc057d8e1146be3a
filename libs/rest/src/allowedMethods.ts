import type { Commands } from '@almanac/event-sourcing';
import { pathValues, restRequest, type SharedState } from './exchange.ts';
import type { Method, RestRequest } from './route.ts';
import type { CompiledRoute, FoundRoute, Match, RouteGroup, RouteTable } from './routeTable.ts';

/** The progress of a request through the dispatcher's pipeline. */
export interface Progress {
  /** Replaced if the body names another language. */
  shared: SharedState;
  readonly commands: Commands;
  readonly match: Match;
  readonly compiled?: CompiledRoute;
  request?: RestRequest;
  /** The result of the permission, once it was called. */
  isAllowed?: boolean;
}

/**
 * Returns the methods of a request's path that its caller may use, after the request is answered.
 * After a write it calls every permission again, for the new state; after a read it uses the known result
 * (docs/interface/server.md §9.1).
 */
export const allowedAfter = (table: RouteTable, progress: Progress): Promise<Method[]> => {
  const { match, compiled, request, isAllowed, shared } = progress;
  const isRead = request?.method === 'GET';
  if (!isRead) shared.memory = new Map();
  return allowedMethods(match.group, (each) => {
    if (each !== compiled || request === undefined) return mayUse(table, progress, { ...match, compiled: each });
    return isRead && isAllowed !== undefined ? isAllowed : permits(each, () => request);
  });
};

/** Returns the methods of an address that the caller of a request may use; undefined if no route matches. */
export const allowedAt = async (
  table: RouteTable,
  progress: Progress,
  address: string,
): Promise<Method[] | undefined> => {
  const { apiRoot } = progress.shared.received.caller;
  const path = address.startsWith(apiRoot) ? address.slice(apiRoot.length) : address;
  const match = table.at(path.split('?', 1)[0] ?? '');
  if (match === undefined) return undefined;
  return allowedMethods(match.group, (compiled) => mayUse(table, progress, { ...match, compiled }));
};

/** Returns the methods of the permitted routes, in the order of registration. */
const allowedMethods = async (
  group: RouteGroup,
  isPermitted: (compiled: CompiledRoute) => boolean | Promise<boolean>,
): Promise<Method[]> => {
  const allowed = new Set<Method>();
  for (const compiled of group.routes)
    if (await isPermitted(compiled)) for (const method of compiled.route.methods) allowed.add(method);
  return group.methods.filter((method) => allowed.has(method));
};

/** True if the caller may use another route, as far as the path alone decides it; false if its captures are refused. */
const mayUse = (table: RouteTable, progress: Progress, found: FoundRoute): Promise<boolean> =>
  permits(found.compiled, () =>
    restRequest(progress.shared, found, {
      values: pathValues(found),
      method: found.compiled.route.methods[0] ?? 'GET',
      commands: progress.commands,
      allowed: (path) => allowedAt(table, progress, path),
    }),
  );

/** Returns the result of a permission; false if the permission, or the path's captures, refuse the request. */
const permits = async ({ route: { permission } }: CompiledRoute, requestOf: () => RestRequest): Promise<boolean> => {
  if (permission === undefined) return true;
  try {
    return (await permission(requestOf())) === true;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return false;
  }
};

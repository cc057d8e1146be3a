import type { Commands } from '@almanac/event-sourcing';
import { pathValues, restRequest, type Shared } from './exchange.ts';
import type { Method, RestRequest } from './route.ts';
import type { CompiledRoute, Found, Match, RouteGroup, RouteTable } from './routeTable.ts';

/** The progress of a request through the pipeline of the dispatcher. */
export interface Progress {
  /** Replaced where the body names another language. */
  shared: Shared;
  readonly commands: Commands;
  readonly match: Match;
  readonly compiled?: CompiledRoute;
  request?: RestRequest;
  /** The answer of the permission, once it has been asked. */
  isAllowed?: boolean;
}

/**
 * The methods of a request's path that its caller may use, once the request is answered. After a write every permission
 * is asked again, of the state that it left; after a read the known answer holds (docs/interface/server.md §9.1).
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

/** The methods of an address that the caller of a request may use; undefined if no route is there. */
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

/** The methods of the permitted routes, in the order of registration. */
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
const mayUse = (table: RouteTable, progress: Progress, found: Found): Promise<boolean> =>
  permits(found.compiled, () =>
    restRequest(progress.shared, found, {
      values: pathValues(found),
      method: found.compiled.route.methods[0] ?? 'GET',
      commands: progress.commands,
      allowed: (path) => allowedAt(table, progress, path),
    }),
  );

/** The answer of a permission; false if it, or the path's captures, refuse the request. */
const permits = async ({ route: { permission } }: CompiledRoute, requestOf: () => RestRequest): Promise<boolean> => {
  if (permission === undefined) return true;
  try {
    return (await permission(requestOf())) === true;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return false;
  }
};

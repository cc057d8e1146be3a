import type { Method, RestRequest } from './route.ts';
import type { CompiledRoute, RouteGroup } from './routeTable.ts';

/** Makes the request with which a permission is asked; undefined where the captures are refused. */
export type RequestFor = (compiled: CompiledRoute) => RestRequest | undefined;

/**
 * Whether the caller may: true or false as the permission says, false where it throws (docs/interface/server.md §9.1).
 */
const isAllowed = async (compiled: CompiledRoute, requestFor: RequestFor): Promise<boolean> => {
  const { permission } = compiled.route;
  if (permission === undefined) return true;
  const request = requestFor(compiled);
  if (request === undefined) return false;
  try {
    return (await permission(request)) === true;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return false;
  }
};

/**
 * The methods of a path that this caller may use, in the order of registration.
 * @param known a route whose permission was asked already, with the answer
 */
export const allowedMethods = async (
  group: RouteGroup,
  requestFor: RequestFor,
  known?: { readonly compiled: CompiledRoute; readonly allowed: boolean },
): Promise<Method[]> => {
  const allowed = new Set<Method>();
  for (const compiled of group.routes) {
    const may = known?.compiled === compiled ? known.allowed : await isAllowed(compiled, requestFor);
    if (may) for (const method of compiled.route.methods) allowed.add(method);
  }
  return group.methods.filter((method) => allowed.has(method));
};

import { type CompiledArg, compileArgs } from './argValues.ts';
import type { Method, Route } from './route.ts';

export interface CompiledRoute {
  readonly route: Route;
  readonly args: readonly CompiledArg[];
}

/** The routes of one path, in the order of registration. */
export interface RouteGroup {
  readonly namespace: string;
  /** As indexes print it, with named captures: `/cal/events/v1/events/(?P<id>\d+)`. */
  readonly pattern: string;
  /** As OpenAPI prints it: `/cal/events/v1/events/{id}`. */
  readonly template: string;
  readonly hasCaptures: boolean;
  readonly routes: readonly CompiledRoute[];
  /** In the order of registration. */
  readonly methods: readonly Method[];
  /** The first route of each method. */
  readonly byMethod: ReadonlyMap<string, CompiledRoute>;
  /**
   * Returns the captures of a path that matches as a whole, in any case.
   * @param lower the path in lower case, which is the same for all groups
   */
  match(path: string, lower: string): Readonly<Record<string, string>> | undefined;
}

export interface Match {
  readonly group: RouteGroup;
  readonly captures: Readonly<Record<string, string>>;
}

/** A path and a method that a route answers. */
export type FoundRoute = Match & { readonly compiled: CompiledRoute };

export interface RouteTable {
  readonly groups: readonly RouteGroup[];
  /** Returns the first route with a matching path and the method (docs/interface/server.md §1). */
  find(method: string, path: string): FoundRoute | undefined;
  /** Returns the first group with a matching path, whatever its methods. */
  at(path: string): Match | undefined;
}

export const createRouteTable = (routes: readonly Route[]): RouteTable => {
  const byPath = Map.groupBy(routes, (route) => pathOf(route));
  const groups = [...byPath].map(([path, members]) => compileGroup(path, members));

  const find: RouteTable['find'] = (method, path) => {
    const lower = path.toLowerCase();
    for (const group of groups) {
      const compiled = group.byMethod.get(method);
      if (compiled === undefined) continue;
      const captures = group.match(path, lower);
      if (captures !== undefined) return { group, captures, compiled };
    }
    return undefined;
  };

  const at = (path: string): Match | undefined => {
    const lower = path.toLowerCase();
    for (const group of groups) {
      const captures = group.match(path, lower);
      if (captures !== undefined) return { group, captures };
    }
    return undefined;
  };

  return { groups, find, at };
};

const pathOf = (route: Route): string => {
  const path = `/${route.namespace}/${route.path}`.replaceAll(/\/{2,}/g, '/');
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
};

interface Part {
  readonly text: string;
  readonly capture?: { readonly name: string; readonly expression: string };
}

const compileGroup = (path: string, members: readonly Route[]): RouteGroup => {
  const parts = partsOf(path);
  const captures = parts.flatMap((part) => part.capture ?? []);
  const routes = members.map((route) => ({
    route,
    args: compileArgs(
      route.args,
      captures.map((capture) => capture.name),
    ),
  }));
  const ofMethods = routes.flatMap((compiled) => compiled.route.methods.map((method) => [method, compiled] as const));
  return {
    namespace: members[0]?.namespace ?? '',
    pattern: parts.map(({ text, capture }) => (capture ? `(?P<${capture.name}>${capture.expression})` : text)).join(''),
    template: parts.map(({ text, capture }) => (capture ? `{${capture.name}}` : text)).join(''),
    hasCaptures: captures.length > 0,
    routes,
    // the first of several counts
    byMethod: new Map(ofMethods.toReversed()),
    methods: [...new Set(members.flatMap((route) => route.methods))],
    match: captures.length === 0 ? matchText(path) : matchParts(parts),
  };
};

const NO_PATH_VALUES: Readonly<Record<string, string>> = Object.freeze({});

const matchText = (path: string) => {
  const text = path.toLowerCase();
  return (_asked: string, lower: string) => (lower === text ? NO_PATH_VALUES : undefined);
};

const matchParts = (parts: readonly Part[]) => {
  const source = parts.map(({ text, capture }) =>
    capture ? `(?<${capture.name}>${capture.expression})` : text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'),
  );
  const expression = new RegExp(`^${source.join('')}$`, 'i');
  return (asked: string) => expression.exec(asked)?.groups;
};

/** Splits `/events/{id:\\d{1,9}}` at its captures; counts braces within an expression. */
const partsOf = (path: string): Part[] => {
  const parts: Part[] = [];
  let rest = path;
  for (let open = rest.indexOf('{'); open >= 0; open = rest.indexOf('{')) {
    const close = closingBrace(rest, open);
    const [name = '', ...expression] = rest.slice(open + 1, close).split(':');
    parts.push({ text: rest.slice(0, open) });
    parts.push({ text: '', capture: { name, expression: expression.join(':') || '[^/]+' } });
    rest = rest.slice(close + 1);
  }
  return [...parts, { text: rest }].filter((part) => part.text !== '' || part.capture !== undefined);
};

const closingBrace = (text: string, open: number): number => {
  let depth = 0;
  for (let at = open; at < text.length; at++) {
    if (text[at] === '{') depth++;
    if (text[at] === '}' && --depth === 0) return at;
  }
  throw new Error(`the path ${text} has a capture without end`);
};

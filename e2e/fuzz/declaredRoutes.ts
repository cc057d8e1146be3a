/** Schema keywords of an argument from which values are generated. */
export interface Words {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly format?: string;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly items?: Words;
  readonly properties?: Readonly<Record<string, Words>>;
  readonly oneOf?: readonly Words[];
  readonly anyOf?: readonly Words[];
  readonly required?: boolean;
}

export type PathPart = { readonly literal: string } | { readonly capture: string };

/** Methods of a route, as the site's index describes them. */
export interface Endpoint {
  readonly parts: readonly PathPart[];
  readonly pattern: string;
  readonly methods: readonly string[];
  readonly args: Readonly<Record<string, Words>>;
}

interface SiteIndex {
  readonly routes: Readonly<
    Record<
      string,
      { readonly endpoints: readonly { readonly methods: readonly string[]; readonly args: Endpoint['args'] | [] }[] }
    >
  >;
}

/** Every endpoint of the whole site's index. */
export const declaredEndpoints = ({ routes }: SiteIndex): Endpoint[] =>
  Object.entries(routes).flatMap(([pattern, { endpoints }]) =>
    endpoints.map(({ methods, args }) => ({
      pattern,
      methods,
      parts: partsOf(pattern),
      args: Array.isArray(args) ? {} : (args as Endpoint['args']),
    })),
  );

const OPENING = '(?P<';

/** Literals and captures of `/posts/(?P<id>\d+)`. */
const partsOf = (pattern: string): PathPart[] => {
  const at = pattern.indexOf(OPENING);
  if (at === -1) return pattern === '' ? [] : [{ literal: pattern }];
  const end = closingOf(pattern, at);
  const capture = pattern.slice(at + OPENING.length, pattern.indexOf('>', at));
  return [...partsOf(pattern.slice(0, at)), { capture }, ...partsOf(pattern.slice(end + 1))];
};

const closingOf = (pattern: string, opening: number): number => {
  let depth = 0;
  for (let at = opening; at < pattern.length; at++) {
    if (pattern[at] === '(') depth += 1;
    if (pattern[at] === ')') depth -= 1;
    if (depth === 0) return at;
  }
  throw new Error(`${pattern} has no end`);
};

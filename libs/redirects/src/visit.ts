import { comparablePath, pathOf, queryOf } from './address.ts';
import { type Parameter, parseQuery } from './query.ts';
import { decoded } from './text.ts';

/** A signed-in user. */
export interface Visitor {
  readonly id: number;
  readonly login: string;
  /** True if the user has a role or a capability. */
  has(roleOrCapability: string): boolean;
}

/** The facts of a request that rules may test. */
export interface Visit {
  /** Path and query as received. */
  readonly target: string;
  /** Scheme and host of the site in the request. */
  readonly origin: string;
  /** The host of the request, without port. */
  readonly host: string;
  /** By name in lower case. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The caller's address in its canonical form; empty if unknown. */
  readonly ip: string;
  readonly now: Date;
  /** Undefined for an anonymous visitor. */
  readonly user?: Visitor | undefined;
  /**
   * Returns the canonical address of a page of this site, to which the site redirects; usually the given one.
   * Returns undefined for an address to which no rules apply.
   */
  readonly rightAddress: (target: string) => string | undefined;
}

/** Longer addresses match no pattern. */
const MAX_MATCHED_LENGTH = 4_000;

/** The address of a visit in its forms for comparisons; each is computed at its first use. */
export class VisitedAddress {
  /** Path and query as received. */
  readonly target: string;
  readonly path: string;
  #parameters: readonly Parameter[] | undefined;
  #searched: string | undefined;

  constructor(target: string) {
    this.target = target;
    this.path = comparablePath(pathOf(target));
  }

  get parameters(): readonly Parameter[] {
    this.#parameters ??= parseQuery(queryOf(this.target));
    return this.#parameters;
  }

  /** The text that patterns are searched in: everything decoded; empty if it is too long. */
  get searched(): string {
    this.#searched ??= this.target.length > MAX_MATCHED_LENGTH ? '' : decoded(this.target);
    return this.#searched;
  }

  /** The text that patterns are replaced in: the path decoded, the query as received. */
  get original(): string {
    const [path = '', query] = this.target.split('?', 2);
    return query === undefined ? decoded(path) : `${decoded(path)}?${query}`;
  }
}

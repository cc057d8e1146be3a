import { comparablePath, pathOf, queryOf } from './address.ts';
import { type Parameter, parseQuery } from './query.ts';
import { decoded } from './text.ts';

/** A user who is signed in. */
export interface Visitor {
  readonly id: number;
  readonly login: string;
  /** Whether the user is of a role, or has a capability. */
  has(roleOrCapability: string): boolean;
}

/** What a rule may ask of a request. */
export interface Visit {
  /** Path and query as they were sent. */
  readonly target: string;
  /** Scheme and host under which the site is asked. */
  readonly origin: string;
  /** The host that the request names, without port. */
  readonly host: string;
  /** By name in lower case. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The caller's address in its canonical form; empty where it is not known. */
  readonly ip: string;
  readonly now: Date;
  /** Undefined for everybody who is not signed in. */
  readonly user?: Visitor | undefined;
  /**
   * The right address of a page of this site, to which the site itself leads; mostly the given one. Undefined for an address of which
   * no rules are asked.
   */
  readonly rightAddress: (target: string) => string | undefined;
}

/** Addresses that are longer meet no pattern. */
const LONGEST_SEARCHED = 4_000;

/** The address of a visit in the forms that it is compared in; each is made when it is first asked for. */
export class VisitedAddress {
  /** Path and query as they were sent. */
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

  /** What patterns are looked for in: everything decoded; empty where it is too long. */
  get searched(): string {
    this.#searched ??= this.target.length > LONGEST_SEARCHED ? '' : decoded(this.target);
    return this.#searched;
  }

  /** What patterns are replaced in: the path decoded, the query as it was sent. */
  get original(): string {
    const [path = '', query] = this.target.split('?', 2);
    return query === undefined ? decoded(path) : `${decoded(path)}?${query}`;
  }
}

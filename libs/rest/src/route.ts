import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import type { CommandContext, Commands, VersionCondition } from '@almanac/event-sourcing';
import type { Principal } from '@almanac/identity';
import type { AnswerHeaders, RestResponse } from './answer.ts';
import type { Args, Values, Words } from './arg.ts';
import type { Answers } from './declaredAnswers.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** How the commits of a request with `Idempotency-Key` are found in the log. */
export interface Once {
  /** The id of its commit. A handler of several commits appends something of its own to it for each. */
  readonly id: string;
  /** An earlier try ended without an answer, and may have made some of its commits. */
  readonly resumed: boolean;
}

/** The request as permissions and handlers get it. */
export interface RestRequest<V = Readonly<Record<string, unknown>>> {
  /** After method override; HEAD is GET here. */
  readonly method: Method;
  /** From the namespace on, without the query: `/cal/events/v1/events/7`. */
  readonly path: string;
  /** Converted, with defaults. */
  readonly args: V;
  /** Arguments the client sent beside the path; null is not sent unless the argument accepts it. */
  readonly given: ReadonlySet<string>;
  /** Captures of the path, decoded; nothing overrides them. */
  readonly captures: Readonly<Record<string, string>>;
  /** The query string as received, without `?`. */
  readonly query: string;
  /** Everything received, undeclared members included, unconverted. */
  readonly params: Readonly<Record<string, unknown>>;
  /** The JSON body as received, lists and scalars too; undefined without one. */
  readonly body: unknown;
  /** The received stream of a route with `body: 'raw'` or `'file'`. */
  readonly stream?: Readable;
  readonly headers: IncomingHttpHeaders;
  readonly principal: Principal;
  /** As in `i18n_language`: `en`, `fr-ca`, `es-us`, … */
  readonly language: string;
  /** The public `{base_url}`, without a slash at its end. */
  readonly site: string;
  /** `{base_url}/{language}/{prefix}`, without a slash at its end. */
  readonly apiRoot: string;
  /** Who asks, for `commands.run`. */
  readonly context: CommandContext;
  /**
   * Nobody has asked for it yet: HEAD, or a browser that fetches ahead. A GET that has effects has none then.
   */
  readonly lookAhead: boolean;
  /** Runs commands; inside a batch the joint ones. */
  readonly commands: Commands;
  /** With `Idempotency-Key`: for a handler of several commits, to do each once. */
  readonly once?: Once;
  /**
   * Aborted, with the error to end with, once no client waits for the answer any more: the client has left, or the
   * gateway has given the request up. For work that takes long; a commit that was begun is finished.
   */
  abandoned(): AbortSignal;
  /** Said between parts of work that takes long: the gateway gives up a request of which it hears nothing for too long. */
  goesOn(): void;
  /** What `If-Match` asks of the record's version; for `unit.expectVersion`. A commit without having asked is 412. */
  readonly ifMatch?: VersionCondition;
  /** Whether the answer's member (dotted: `content.rendered`) is asked for by `_fields`, or nothing was chosen. */
  wants(member: string): boolean;
  /** Makes a value once a request: what the permission loads, the handler and its siblings' permissions find again. */
  remember<T>(key: string, make: () => T): T;
  /** The methods this caller may use on an address of this service, for `targetHints`; undefined where no route is. */
  allowed(path: string): Promise<readonly Method[] | undefined>;
}

/** An answer in another form than JSON. */
export interface Rendered {
  readonly status?: number;
  readonly body: string;
  readonly contentType: string;
}

/** A commit found again by its id. */
export interface FoundCommit {
  readonly position: number;
  readonly events: readonly { readonly stream: string; readonly version: number; readonly type: string }[];
}

/** False refuses with `rest_forbidden`; an error thrown refuses with itself. */
export type Permission<V> = (request: RestRequest<V>) => boolean | Promise<boolean>;

export interface RouteDeclaration<A extends Args> {
  /** `cal/events/v1`; empty for routes at the root. */
  readonly namespace: string;
  /** From the namespace on: `/events/{id:\\d+}`; a capture without an expression takes one segment. */
  readonly path: string;
  /** Methods of this declaration; several declarations of a path are merged in the order of registration. */
  readonly methods: readonly Method[];
  readonly summary: string;
  readonly args: A;
  /** What is answered, by status; every route that is not hidden says it (`declaredAnswersContract`). */
  readonly answers?: Answers;
  /** Who may use the route; everybody where it is left out. */
  readonly permission?: Permission<Values<A>>;
  /** Whether the route may be used in an item of `/batch/v1`. */
  readonly batch?: boolean;
  /**
   * Makes the answer of a command that was committed while its first answer got lost, for `Idempotency-Key`; without
   * it such a repeat is 409.
   */
  readonly recover?: (request: RestRequest<Values<A>>, commit: FoundCommit) => Promise<RestResponse>;
  /** The route passes `Idempotency-Key` on to the services that do the work, which keep the answers. */
  readonly passesKey?: true;
  /** False where answers hold secrets that must not be kept for repeats. */
  readonly keepAnswer?: false;
  /**
   * Gives answers of GET another form than JSON where the query asks for it, refusals included; undefined leaves them.
   * Chosen fields are chosen before.
   */
  readonly render?: (
    answer: { readonly status: number; readonly body: unknown },
    query: Readonly<Record<string, unknown>>,
  ) => Rendered | undefined;
  /**
   * `raw` leaves the body to the handler as a stream. `file` does so with what may bear a file (multipart, a body with
   * Content-Disposition, one that is neither JSON nor a form) and reads the rest as ever; see `readArgs`. `list` leaves it
   * to the handler, too, whether the JSON is a list: it is no argument, and stands in `request.body`.
   */
  readonly body?: 'raw' | 'file' | 'list';
  /** Bytes of body taken, where it differs from the application's limit. */
  readonly bodyLimit?: number;
  /** The route is answered, but no index, description or OpenAPI document names it. */
  readonly hidden?: boolean;
  /** Headers of refusals with 400: some lists say in them that they found nothing. */
  readonly refusedWith?: AnswerHeaders;
  /**
   * Whether the route is there at present; without it always. One that is not is 404 `rest_no_route`, and no description
   * names it; its namespace stays. Asked at every request, before anything else.
   */
  readonly offered?: () => Promise<boolean>;
  /** The resource schema published by OPTIONS (docs/interface/server.md §13.3). */
  readonly schema?: Words & { readonly title?: string };
  readonly handle: (request: RestRequest<Values<A>>) => Promise<RestResponse>;
}

/** A declared route, its argument types forgotten. */
export type Route = RouteDeclaration<Args>;

/**
 * Declares a route: from it come routing, validation, conversion, permission, description and OpenAPI.
 * The types of `request.args` follow from `args`.
 */
export const route = <const A extends Args>(declaration: RouteDeclaration<A>): Route => declaration as unknown as Route;

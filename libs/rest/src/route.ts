import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import type { CommandContext, Commands, VersionCondition } from '@almanac/event-sourcing';
import type { Principal } from '@almanac/identity';
import type { AnswerHeaders, RestResponse } from './answer.ts';
import type { Args, Values } from './arg.ts';
import type { Answers } from './declaredAnswers.ts';
import type { SharePart } from './sharedParts.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** A body that is more than named members; see `RouteDeclaration.body`. */
export type BodyForm = 'raw' | 'file' | 'list';

/** The commit ids of a request with `Idempotency-Key`. */
export interface RequestCommits {
  /** The id of its commit. A handler of several commits appends a suffix of its own to each. */
  readonly id: string;
  /** True if an earlier attempt ended without an answer, and may have made some of its commits. */
  readonly resumed: boolean;
}

/** The request as permissions and handlers receive it. */
export interface RestRequest<V = Readonly<Record<string, unknown>>> {
  /** After method override; HEAD is GET here. */
  readonly method: Method;
  /** From the namespace on, without the query: `/cal/events/v1/events/7`. */
  readonly path: string;
  /** Converted, with defaults. */
  readonly args: V;
  /** Names of arguments that the client sent beside the path; null counts only if the argument accepts it. */
  readonly given: ReadonlySet<string>;
  /** Decoded captures of the path; nothing overrides them. */
  readonly captures: Readonly<Record<string, string>>;
  /** The query string as received, without `?`. */
  readonly query: string;
  /** All received parameters, undeclared ones included, unconverted. */
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
  /** The caller, for `commands.run`. */
  readonly context: CommandContext;
  /** True for HEAD and for browsers that prefetch: the user has not opened it yet, so a GET skips its effects. */
  readonly lookAhead: boolean;
  /** Runs commands; inside a batch the joint ones. */
  readonly commands: Commands;
  /** With `Idempotency-Key`: for a handler of several commits, to make each once. */
  readonly once?: RequestCommits;
  /**
   * Returns a signal that aborts, with the error to throw, when no client waits for the answer any more.
   * The client has disconnected, the gateway's timeout has ended, or the process stops and the request is a write.
   * For long work; a commit that has begun is finished.
   */
  abandoned(): AbortSignal;
  /** Signals between parts of long work that it continues: the gateway's timeout ends a silent request. */
  goesOn(): void;
  /** The condition of `If-Match`; for `unit.expectVersion`. A commit that did not compare it is answered with 412. */
  readonly ifMatch?: VersionCondition;
  /** Makes a part of the answer of an `expensive` route; other routes' parts are not shared. */
  readonly share: SharePart;
  /** True if `_fields` selects the answer's member (dotted: `content.rendered`), or selects nothing. */
  wants(member: string): boolean;
  /** Creates a value once per request, shared by the permission, the handler and siblings' permissions. */
  remember<T>(key: string, make: () => T): T;
  /**
   * Returns the caller's allowed methods at an address of this service, for `targetHints`; undefined if no route
   * matches.
   */
  allowed(path: string): Promise<readonly Method[] | undefined>;
}

/** An answer in another form than JSON. */
export interface RenderedAnswer {
  readonly status?: number;
  readonly body: string;
  readonly contentType: string;
}

/** A commit found by its id. */
export interface FoundCommit {
  readonly position: number;
  readonly events: readonly { readonly stream: string; readonly version: number; readonly type: string }[];
}

/** Returning false refuses with `rest_forbidden`; a thrown error refuses with itself. */
export type Permission<V> = (request: RestRequest<V>) => boolean | Promise<boolean>;

/** A JSON schema, of which descriptions are translated at every depth. */
export interface PublishedSchema {
  readonly type?: string | readonly string[] | undefined;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly items?: SchemaPart | SchemaPart[] | undefined;
  readonly properties?: Readonly<Record<string, SchemaPart>> | undefined;
  readonly additionalProperties?: SchemaPart | undefined;
}

/** True accepts every value, false none. */
export type SchemaPart = boolean | PublishedSchema;

export interface RouteDeclaration<A extends Args> {
  /** `cal/events/v1`; empty for routes at the root. */
  readonly namespace: string;
  /** From the namespace on: `/events/{id:\\d+}`; a capture without an expression takes one segment. */
  readonly path: string;
  /** Methods of this declaration; several declarations of a path are merged in the order of registration. */
  readonly methods: readonly Method[];
  readonly summary: string;
  readonly args: A;
  /** Declared answers by status; every route that is not hidden has them (`declaredAnswersContract`). */
  readonly answers?: Answers;
  /** True for callers who may use the route; without it everybody may. */
  permission?(request: RestRequest<Values<A>>): boolean | Promise<boolean>;
  /** True if the route may be used in an item of `/batch/v1`. */
  readonly batch?: boolean;
  /**
   * Rebuilds the answer of a committed command whose first answer was lost, for `Idempotency-Key`.
   * Without it such a repeat is 409.
   */
  recover?(request: RestRequest<Values<A>>, commit: FoundCommit): Promise<RestResponse>;
  /** True if the route passes `Idempotency-Key` on to the services that do the work and store the answers. */
  readonly passesKey?: true;
  /** False if answers contain secrets that must not be stored for repeats. */
  readonly keepAnswer?: false;
  /**
   * Renders answers of GET in another form than JSON if the query asks for it, refusals included; undefined keeps JSON.
   * `_fields` is applied before.
   */
  readonly render?: (
    answer: { readonly status: number; readonly body: unknown },
    query: Readonly<Record<string, unknown>>,
  ) => RenderedAnswer | undefined;
  /**
   * `raw` leaves the body to the handler as a stream.
   * `file` does so for bodies that may contain a file: multipart, with Content-Disposition, or neither JSON nor a form.
   * Other bodies are parsed as usual; see `readArgs`.
   * `list` also accepts a JSON list as the body, which the handler reads from `request.body`.
   */
  readonly body?: BodyForm;
  /** Maximum size of a body in bytes, if it differs from the application's limit. */
  readonly bodyLimit?: number;
  /**
   * True for feeds, sitemaps, exports and imports of files: an address and a process are limited to a few of them at a
   * time. Handlers make the parts of the answer by `request.share`; imports have none, and are limited by address only.
   */
  readonly expensive?: true;
  /** True if no index, description or OpenAPI document names the route. */
  readonly hidden?: boolean;
  /** Headers of refusals with 400: some lists say in them that they found nothing. */
  readonly refusedWith?: AnswerHeaders;
  /**
   * True if the route is offered at present; without it always.
   * A route that is not offered is 404 `rest_no_route` and not described; its namespace stays. Called first in every
   * request.
   */
  readonly offered?: () => Promise<boolean>;
  /** The resource schema published by OPTIONS (docs/interface/server.md §13.3). */
  readonly schema?: PublishedSchema;
  handle(request: RestRequest<Values<A>>): Promise<RestResponse>;
}

/** A declared route without its argument types. */
export type Route = RouteDeclaration<Args>;

/**
 * Declares a route: routing, validation, conversion, permission, description and OpenAPI derive from it.
 * The types of `request.args` follow from `args`.
 */
export const route = <const A extends Args>(declaration: RouteDeclaration<A>): Route => declaration;

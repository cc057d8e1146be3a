import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { CommandContext } from '@almanac/event-sourcing';
import { principalId } from '@almanac/identity';
import { type ArgValues, argValues } from './argValues.ts';
import type { Body } from './body.ts';
import type { Caller } from './caller.ts';
import { type Fields, isWanted, readFields } from './fields.ts';
import type { Params } from './params.ts';
import type { Method, RequestCommits, RestRequest } from './route.ts';
import type { FoundRoute } from './routeTable.ts';
import type { SharePart } from './sharedParts.ts';

/** A parsed request before its route is known. */
export interface ReceivedRequest {
  /** After method override; HEAD stays HEAD. */
  readonly method: string;
  readonly path: string;
  /** Without `?`, as received. */
  readonly query: string;
  readonly queryParams: Params;
  readonly headers: IncomingHttpHeaders;
  readonly caller: Caller;
  /** Reads the body; called once a route is found, so that no body is read in vain. */
  readonly body: (limit: number | undefined) => Promise<Body>;
  readonly stream?: IncomingMessage;
  /** Returns the content that another process's seal states; undefined without a valid seal. */
  readonly sealed?: () => string | undefined;
  /** Returns a signal that aborts when no client waits for the answer any more. */
  readonly abandoned: () => AbortSignal;
  /** True if the client is connected; missing for batch items and embedded links. Needs no signal. */
  readonly isConnected?: () => boolean;
  /** Signals the waiting client that work continues. */
  readonly goesOn?: () => void;
  /** Calls a function when the answer has ended or the client has left; missing for batch items and embedded links. */
  readonly onEnd?: (end: () => void) => void;
  /** Receives the declared route that answers, in OpenAPI's notation. */
  readonly onRoute?: (route: string) => void;
  /** Of a batch item under an `Idempotency-Key`. */
  readonly once?: RequestCommits;
}

type Memory = Map<string, unknown>;

/** State that the requests of one exchange share: the permission's, the handler's and those of sibling methods. */
export interface SharedState {
  readonly received: ReceivedRequest;
  readonly context: CommandContext;
  readonly fields: Fields;
  /** Emptied after a write, so that `Allow` reflects the new state (docs/interface/server.md §9.1). */
  memory: Memory;
}

export const shareOf = (received: ReceivedRequest): SharedState => ({
  received,
  context: {
    principal: principalId(received.caller.principal),
    language: received.caller.language,
    correlation: received.caller.requestId,
    causation: received.caller.requestId,
  },
  fields: readFields(received.queryParams._fields),
  memory: new Map(),
});

type DispatchOptions = Pick<RestRequest, 'commands' | 'ifMatch' | 'allowed'>;

/** Builds the request of a route; without a body for siblings, whose permissions see only captures. */
export const restRequest = (
  shared: SharedState,
  match: FoundRoute,
  more: DispatchOptions & {
    readonly values: ArgValues;
    readonly body?: Body;
    readonly method?: Method;
    readonly share?: SharePart;
    readonly abandoned?: RestRequest['abandoned'];
  },
): RestRequest => {
  const { received, fields } = shared;
  const { values, body, method, ...given } = more;
  return {
    method: method ?? (received.method as Method), // a route was found for it
    path: received.path,
    args: values.args,
    given: values.given,
    captures: match.captures,
    query: received.query,
    params: { ...received.queryParams, ...body?.params },
    body: body?.json,
    ...(received.stream === undefined ? {} : { stream: received.stream }),
    headers: received.headers,
    principal: received.caller.principal,
    language: received.caller.language,
    site: received.caller.site,
    apiRoot: received.caller.apiRoot,
    context: shared.context,
    lookAhead: isLookAhead(received),
    abandoned: received.abandoned,
    goesOn: received.goesOn ?? (() => undefined),
    share: (_key, make) => make(),
    wants: (member) => isWanted(fields, member),
    remember: (key, make) => recall(shared, key, make),
    ...given,
  };
};

/** Browsers announce prefetches by either header, older ones by the second. */
const isLookAhead = ({ method, headers }: ReceivedRequest): boolean =>
  method === 'HEAD' ||
  [headers['sec-purpose'], headers.purpose].some((purpose) => String(purpose).includes('prefetch'));

const recall = <T>(shared: SharedState, key: string, make: () => T): T => {
  // each key belongs to one function
  if (shared.memory.has(key)) return shared.memory.get(key) as T;
  const made = make();
  shared.memory.set(key, made);
  return made;
};

/**
 * Returns the arguments that the path alone gives.
 * @throws InvalidParamsError if its captures are refused
 */
export const pathValues = (match: FoundRoute): ArgValues => {
  const declared = match.compiled.args.filter(({ arg, fromPath }) => fromPath || !arg.required);
  return argValues(declared, { captures: match.captures, groups: [] });
};

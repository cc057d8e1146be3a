import type { Commands } from '@almanac/event-sourcing';
import { isLanguage, languages, type Texts } from '@almanac/i18n';
import { allowedMethods } from './allowedMethods.ts';
import type { Answer } from './answer.ts';
import { publishAnswer } from './answerChannel.ts';
import { argValues, cleanArgs } from './argValues.ts';
import { inAskedLanguage } from './askedLanguage.ts';
import { type Body, bearsFile, EMPTY_BODY, noObject, usualBodyLimit } from './body.ts';
import { describeGroup, publicDescription } from './describe.ts';
import { forbidden, InvalidParamsError, invalidParams, noRoute } from './errors.ts';
import { pathValues, type Received, restRequest, type Shared, shareOf } from './exchange.ts';
import { type FailurePorts, failureAnswer } from './failure.ts';
import { filterFields, readFields, refusalOfFields } from './fields.ts';
import { earlierCommit, handle } from './handling.ts';
import type { IdempotencyPorts } from './idempotency.ts';
import { turnFor } from './inSlices.ts';
import { isOffered, offeredOf } from './offered.ts';
import type { Etags } from './preconditions.ts';
import { readMap } from './readMap.ts';
import type { Method, RestRequest, Route } from './route.ts';
import type { CompiledRoute, Found, Match, RouteTable } from './routeTable.ts';
import { INTERNAL, requireContent, requireSeal } from './seals.ts';
import { trackCommands } from './trackedCommands.ts';

export interface DispatcherOptions extends IdempotencyPorts, FailurePorts {
  readonly table: RouteTable;
  readonly texts: Texts;
  readonly etags: Etags;
}

/**
 * From a parsed request to its answer: the same for HTTP, batch items and embedded links (docs/interface/server.md §2).
 */
export interface Dispatcher {
  find(received: Received): Found | undefined;
  /** Never rejects: every error is an answer. */
  dispatch(received: Received, commands: Commands): Promise<Answer>;
  /** Up to the declaration, without permission and handler: undefined, or the answer that refuses. */
  validate(received: Received): Promise<Answer | undefined>;
  /** The answer for an error, with what the caller may do where the path has a route. */
  refuse(error: unknown, received: Received, commands: Commands): Promise<Answer>;
}

/** How far a request has been processed; `Allow` is decided with it. */
interface Progress {
  /** Begun anew where the body says another language. */
  shared: Shared;
  readonly commands: Commands;
  readonly match: Match;
  readonly compiled?: CompiledRoute;
  request?: RestRequest;
  allowed?: boolean;
}

export const createDispatcher = (options: DispatcherOptions): Dispatcher => {
  const { table } = options;
  const find = ({ method, path }: Received): Found | undefined => table.find(method === 'HEAD' ? 'GET' : method, path);

  const dispatch: Dispatcher['dispatch'] = async (received, commands) => {
    if (received.method === 'OPTIONS') {
      return describePath(options, received, commands).catch((error: unknown) => failed(options, error, received));
    }
    const found = await offered(find(received));
    if (found === undefined) return failed(options, noRoute(), received);
    received.onRoute?.(found.group.template);
    const progress: Progress = { match: found, compiled: found.compiled, shared: shareOf(received), commands };
    const answer = await carryOut(options, found, progress).catch((error: unknown) =>
      refused(found, failed(options, error, progress.shared.received)),
    );
    const shown = shownTo(found, answer, (fault) => failed(options, fault, progress.shared.received));
    const complete = await withAllow(options, inLanguage(shown, progress), progress);
    const rendered = inItsForm(found, complete, received);
    return rendered === complete ? complete : shownTo(found, rendered, (fault) => failed(options, fault, received));
  };

  const validate: Dispatcher['validate'] = async (received) => {
    const found = await offered(find(received));
    if (found === undefined) return failed(options, noRoute(), received);
    let spoken = received;
    return check(found, received, (inLanguage) => {
      spoken = inLanguage;
    }).then(
      () => undefined,
      (error: unknown) => failed(options, error, spoken),
    );
  };

  const refuse: Dispatcher['refuse'] = async (error, received, commands) => {
    const answer = failed(options, error, received);
    const match = table.at(received.path);
    return match === undefined ? answer : withAllow(options, answer, { match, shared: shareOf(received), commands });
  };

  return { find, dispatch, validate, refuse };
};

/** What was found, where it is there at present. */
const offered = async (found: Found | undefined): Promise<Found | undefined> =>
  found !== undefined && (await isOffered(found.compiled.route)) ? found : undefined;

const failed = (ports: FailurePorts, error: unknown, { method, path, caller }: Received): Answer =>
  failureAnswer(ports, error, { method, path, language: caller.language, requestId: caller.requestId });

/** The answer, once whoever checks answers has seen it; where it is not what the route declares, the refusal of it. */
const shownTo = ({ compiled }: Found, answer: Answer, refusal: (fault: unknown) => Answer): Answer => {
  try {
    publishAnswer(compiled.route, answer);
    return answer;
  } catch (fault) {
    return refusal(fault);
  }
};

/** The answer of a refusal with the headers that its route declares for one with 400. */
const refused = ({ compiled }: Found, answer: Answer): Answer =>
  answer.status === 400 ? { ...answer, headers: { ...compiled.route.refusedWith, ...answer.headers } } : answer;

/**
 * What the declaration alone decides about a request. @param speak called with the request in another language, where
 * its body names one
 */
const check = async ({ compiled, captures }: Found, received: Received, speak: (spoken: Received) => void) => {
  requireFields(received);
  const { body: form } = compiled.route;
  const streams = form === 'raw' || (form === 'file' && bearsFile(received.headers));
  const sealed = compiled.route.namespace === INTERNAL ? requireSeal(received) : undefined;
  const body: Body = streams ? EMPTY_BODY : await received.body(limitOf(compiled.route, received));
  if (form !== 'list' && readMap(body.json ?? {}) === undefined) throw noObject();
  if (sealed !== undefined) requireContent(sealed, received, streams ? undefined : body);
  const spoken = inAskedLanguage(received, body);
  if (spoken !== received) speak(spoken);
  const lacksCredentials = compiled.route.permission !== undefined && received.caller.principal.kind === 'anonymous';
  const values = argValues(compiled.args, { captures, groups: [body.params, received.queryParams], lacksCredentials });
  return { body, values };
};

/** @throws InvalidParamsError */
const requireFields = ({ queryParams }: Received): void => {
  const refusal = refusalOfFields(readFields(queryParams._fields));
  if (refusal !== undefined) throw invalidParams({ _fields: refusal });
};

/** Bytes of body that are taken, where it is not as many as the application takes (docs/interface/server.md §4). */
const limitOf = ({ bodyLimit }: Route, { method, caller }: Received): number | undefined => {
  const { principal } = caller;
  if (method === 'GET' || method === 'HEAD') return usualBodyLimit(method, principal);
  return bodyLimit ?? (principal.kind === 'anonymous' ? usualBodyLimit(method, principal) : undefined);
};

const carryOut = async (options: DispatcherOptions, found: Found, progress: Progress): Promise<Answer> => {
  const { once } = progress.shared.received;
  const { body, values } = await check(found, progress.shared.received, (spoken) => {
    progress.shared = shareOf(spoken);
  });
  const { shared } = progress;
  // also for each item of a batch and each embedded link
  shared.received.abandoned().throwIfAborted();
  const earlier = await earlierCommit(options, found, once);
  const ifMatch = options.etags.ifMatch(shared.received.headers);
  const tracked = trackCommands(progress.commands, ifMatch);
  const request = restRequest(shared, found, {
    body,
    values,
    commands: tracked.commands,
    allowed: (path) => allowedAt(options.table, progress, path),
    ...(ifMatch === undefined ? {} : { ifMatch }),
  });
  progress.request = request;
  progress.allowed = false;
  const { permission } = found.compiled.route;
  progress.allowed = permission === undefined || (await permission(request)) === true;
  if (!progress.allowed) throw forbidden(request.principal);
  await turnFor(body.bytes.length);
  const args = cleanArgs(found.compiled.args, request.args);
  await turnFor(body.bytes.length);
  return handle(options, { found, request: { ...request, args }, tracked, body, once, earlier });
};

/**
 * What is read says in which language it is, the request's unless it says so itself (docs/interface/translation.md §7).
 */
const inLanguage = (answer: Answer, { shared }: Progress): Answer => {
  const { method, caller } = shared.received;
  const isRead = (method === 'GET' || method === 'HEAD') && answer.status < 400 && answer.contentType === undefined;
  if (!isRead || !isLanguage(caller.language)) return answer;
  return { ...answer, headers: { 'Content-Language': languages[caller.language].tag, ...answer.headers } };
};

/** The answer with its `Allow` header and the members that `_fields` chose. */
const withAllow = async (options: DispatcherOptions, answer: Answer, progress: Progress): Promise<Answer> => {
  const methods = await allowedAfter(options.table, progress);
  const chosen = answer.status < 400 && answer.contentType === undefined;
  return {
    ...answer,
    headers: methods.length === 0 ? answer.headers : { ...answer.headers, Allow: methods.join(', ') },
    body: chosen ? filterFields(answer.body, progress.shared.fields) : answer.body,
  };
};

/** The answer as its route renders it, where the request asks for another form than JSON. */
const inItsForm = ({ compiled }: Found, answer: Answer, { method, queryParams }: Received): Answer => {
  const rendered = method === 'GET' ? compiled.route.render?.(answer, queryParams) : undefined;
  return rendered === undefined ? answer : { ...answer, ...rendered };
};

/** After a write every permission is asked again, of what is there then; after a read the known answer holds. */
const allowedAfter = (table: RouteTable, progress: Progress): Promise<Method[]> => {
  const { match, compiled, request, allowed, shared } = progress;
  const reading = request?.method === 'GET';
  if (!reading) shared.memory = new Map();
  const known = reading && compiled !== undefined && allowed !== undefined ? { compiled, allowed } : undefined;
  return allowedMethods(
    match.group,
    (each) =>
      each === compiled && request !== undefined
        ? request
        : siblingRequest(table, progress, { ...match, compiled: each }),
    known,
  );
};

/** The request that another method of a path would be, as far as the path alone decides it. */
const siblingRequest = (table: RouteTable, progress: Progress, found: Found): RestRequest | undefined => {
  try {
    return restRequest(progress.shared, found, {
      values: pathValues(found),
      method: found.compiled.route.methods[0] as Method,
      commands: progress.commands,
      allowed: (path) => allowedAt(table, progress, path),
    });
  } catch (error) {
    if (!(error instanceof InvalidParamsError)) throw error;
    return undefined;
  }
};

const allowedAt = async (table: RouteTable, progress: Progress, address: string): Promise<Method[] | undefined> => {
  const { apiRoot } = progress.shared.received.caller;
  const path = address.startsWith(apiRoot) ? address.slice(apiRoot.length) : address;
  const match = table.at(path.split('?', 1)[0] ?? '');
  if (match === undefined) return undefined;
  return allowedMethods(match.group, (compiled) => siblingRequest(table, progress, { ...match, compiled }));
};

const describePath = async (options: DispatcherOptions, received: Received, commands: Commands): Promise<Answer> => {
  const at = options.table.at(received.path);
  const isHidden = at?.group.namespace === INTERNAL && received.sealed?.() === undefined;
  if (at === undefined || isHidden) return failed(options, noRoute(), received);
  const match = { ...at, group: await offeredOf(at.group) };
  if (match.group.routes.length === 0) return failed(options, noRoute(), received);
  requireFields(received);
  const { language, apiRoot } = received.caller;
  const description = describeGroup(match.group, options.texts, language);
  const body = publicDescription(description, { path: match.group.pattern, apiRoot, help: true });
  return withAllow(options, { status: 200, body, headers: {} }, { match, shared: shareOf(received), commands });
};

import type { Commands } from '@almanac/event-sourcing';
import { isLanguage, languageRecord, type Texts } from '@almanac/i18n';
import { endOf } from './abandonment.ts';
import { allowedAfter, allowedAt, type Progress } from './allowedMethods.ts';
import type { Answer } from './answer.ts';
import { publishAnswer } from './answerChannel.ts';
import { withinAnswerSize } from './answerSize.ts';
import { type ArgValues, argValues, cleanArgs } from './argValues.ts';
import { withRequestLanguage } from './askedLanguage.ts';
import { availableRoutes, isAvailable } from './availability.ts';
import { BODY_LIMIT, type Body, EMPTY_BODY, mayContainFile, usualBodyLimit } from './body.ts';
import { describeGroup, publicDescription } from './describe.ts';
import { forbidden, invalidParams, restErrors } from './errors.ts';
import { type ReceivedRequest, restRequest, shareOf } from './exchange.ts';
import type { ExpensiveAnswers } from './expensiveAnswers.ts';
import { type FailurePorts, failureAnswer } from './failure.ts';
import { filterFields, readFields, refusalOfFields } from './fields.ts';
import { earlierCommit, handle } from './handling.ts';
import type { IdempotencyPorts } from './idempotency.ts';
import { waitForTurn } from './inSlices.ts';
import { movedRecordOf } from './movedRecord.ts';
import type { Etags } from './preconditions.ts';
import { readMap } from './readMap.ts';
import type { RestRequest, Route } from './route.ts';
import type { FoundRoute, RouteTable } from './routeTable.ts';
import { INTERNAL, requireContent, requireSeal } from './seals.ts';
import { createSharedParts } from './sharedParts.ts';
import { trackCommands } from './trackedCommands.ts';
import { answerSize, noteUncounted } from './usedLimits.ts';

export interface DispatcherOptions extends IdempotencyPorts, FailurePorts {
  readonly table: RouteTable;
  readonly texts: Texts;
  readonly etags: Etags;
  readonly expensiveAnswers: ExpensiveAnswers;
  /** Aborts when the process stops. */
  readonly stopping?: AbortSignal;
}

interface CarryingOptions extends DispatcherOptions {
  readonly sharing: ReturnType<typeof createSharedParts>;
}

/** Answers parsed requests: the same for HTTP, batch items and embedded links (docs/interface/server.md §2). */
export interface Dispatcher {
  find(received: ReceivedRequest): FoundRoute | undefined;
  /** Never rejects: every error becomes an answer. */
  dispatch(received: ReceivedRequest, commands: Commands): Promise<Answer>;
  /** Checks the declaration only, without permission and handler. Returns the refusal, or undefined. */
  validate(received: ReceivedRequest): Promise<Answer | undefined>;
  /** Returns the answer for an error, with the caller's allowed methods if the path has a route. */
  refuse(error: unknown, received: ReceivedRequest, commands: Commands): Promise<Answer>;
}

/** Creates the pipeline of the README (“The pipeline of a request”), whose stages have the same numbers here. */
export const createDispatcher = (options: DispatcherOptions): Dispatcher => {
  const { table, expensiveAnswers } = options;
  const sharing = createSharedParts(expensiveAnswers);
  const find = ({ method, path }: ReceivedRequest): FoundRoute | undefined =>
    table.find(method === 'HEAD' ? 'GET' : method, path);

  const dispatch: Dispatcher['dispatch'] = async (received, commands) => {
    if (received.method === 'OPTIONS') {
      return describePath(options, received, commands).catch((error: unknown) => failed(options, error, received));
    }
    const found = await offered(find(received)); // 1
    if (found === undefined) return failed(options, restErrors.noRoute(), received);
    received.onRoute?.(found.group.template);
    const progress: Progress = { match: found, compiled: found.compiled, shared: shareOf(received), commands };
    const refuse = (error: unknown): Answer => failed(options, error, progress.shared.received);
    const work = () => carryOut({ ...options, sharing }, found, progress);
    const answer = await (isSized(found, received) ? withinAnswerSize(answerSize(), work) : work()).catch(
      (error: unknown) => asRefusal(found, refuse(error)),
    ); // 2–8
    const checked = checkAnswer(found, answer, refuse); // 9
    const complete = await complement(options, inLanguage(checked, progress), progress); // 10
    const rendered = render(found, complete, received); // 11
    return rendered === complete ? complete : checkAnswer(found, rendered, refuse);
  };

  const validate: Dispatcher['validate'] = async (received) => {
    const found = await offered(find(received)); // 1
    if (found === undefined) return failed(options, restErrors.noRoute(), received);
    const progress = { shared: shareOf(received) };
    return check(found, progress).then(
      () => undefined,
      (error: unknown) => failed(options, error, progress.shared.received),
    ); // 2–4
  };

  const refuse: Dispatcher['refuse'] = async (error, received, commands) => {
    const answer = failed(options, error, received);
    const match = table.at(received.path);
    return match === undefined ? answer : complement(options, answer, { match, shared: shareOf(received), commands });
  };

  return { find, dispatch, validate, refuse };
};

/** True for reads of records, whose answers are in memory as a whole; feeds and exports are made in parts. */
const isSized = ({ compiled }: FoundRoute, { method }: ReceivedRequest): boolean => {
  const { expensive, namespace } = compiled.route;
  return (method === 'GET' || method === 'HEAD') && expensive === undefined && namespace !== INTERNAL;
};

/**
 * Runs stages 2 to 8.
 * @throws the error that refuses the request
 */
const carryOut = async (options: CarryingOptions, found: FoundRoute, progress: Progress): Promise<Answer> => {
  const { body, values } = await check(found, progress); // 2–4
  const { received } = progress.shared;
  // also before each item of a batch and each embedded link
  if (received.isConnected?.() !== true) received.abandoned().throwIfAborted();
  const earlier = await earlierCommit(options, found, received.once); // 5
  const ifMatch = options.etags.ifMatch(received.headers);
  const tracked = trackCommands(progress.commands, ifMatch);
  const request = restRequest(progress.shared, found, {
    body,
    values,
    commands: tracked.commands,
    abandoned: endOf(received, options.stopping),
    allowed: (path) => allowedAt(options.table, progress, path),
    ...(found.compiled.route.expensive && { share: options.sharing(received) }),
    ...(ifMatch === undefined ? {} : { ifMatch }),
  });
  await authorize(found, request, progress); // 6
  if (found.compiled.route.expensive) {
    noteUncounted('a part that other answers share');
    countAnswer(options, received);
  }
  const moved = movedRecordOf(request);
  const context = moved === undefined ? request.context : { ...request.context, moved };
  await waitForTurn(body.bytes.length);
  const args = cleanArgs(found.compiled.args, request.args); // 7
  await waitForTurn(body.bytes.length);
  return handle(options, {
    found,
    request: { ...request, context, args },
    tracked,
    body,
    once: received.once,
    earlier,
  }); // 8
};

/** @throws DomainError 429 */
const countAnswer = ({ expensiveAnswers }: DispatcherOptions, { headers, onEnd }: ReceivedRequest): void => {
  const address = headers['x-forwarded-for'];
  if (address !== undefined) onEnd?.(expensiveAnswers.begin(String(address)));
};

/** Runs stages 2 to 4, the checks of the declaration. A body that names another language replaces `progress.shared`. */
const check = async (found: FoundRoute, progress: Pick<Progress, 'shared'>): Promise<CheckedInput> => {
  const { received } = progress.shared;
  requireFields(received);
  const body = await readBody(found, received); // 2
  const spoken = withRequestLanguage(received, body); // 3
  if (spoken !== received) progress.shared = shareOf(spoken);
  return { body, values: readArgs(found, spoken, body) }; // 4
};

interface CheckedInput {
  readonly body: Body;
  readonly values: ArgValues;
}

/** Returns the route if it is offered at present. */
const offered = async (found: FoundRoute | undefined): Promise<FoundRoute | undefined> =>
  found !== undefined && (await isAvailable(found.compiled.route)) ? found : undefined;

/** @throws InvalidParamsError */
const requireFields = ({ queryParams }: ReceivedRequest): void => {
  const refusal = refusalOfFields(readFields(queryParams._fields));
  if (refusal !== undefined) throw invalidParams({ _fields: refusal });
};

/**
 * Reads the body, unless the handler reads it, and compares an internal request's body with its seal.
 * @throws DomainError 400, 401 or 413
 */
const readBody = async ({ compiled }: FoundRoute, received: ReceivedRequest): Promise<Body> => {
  const { body: form, namespace } = compiled.route;
  const isStreamed = form === 'raw' || (form === 'file' && mayContainFile(received.headers));
  const seal = namespace === INTERNAL ? requireSeal(received) : undefined;
  const body = isStreamed ? EMPTY_BODY : await received.body(maxBodyBytes(compiled.route, received));
  if (form !== 'list' && readMap(body.json ?? {}) === undefined) throw restErrors.invalidBody();
  if (seal !== undefined) requireContent(seal, received, isStreamed ? undefined : body);
  return body;
};

/** Returns the limit of a body, if it differs from the application's (docs/interface/server.md §4). */
const maxBodyBytes = ({ bodyLimit, namespace }: Route, { method, caller }: ReceivedRequest): number | undefined => {
  const usual = usualBodyLimit(method, caller.principal);
  if (method === 'GET' || method === 'HEAD') return usual;
  return bodyLimit ?? (usual === BODY_LIMIT || namespace === INTERNAL ? undefined : usual);
};

/** @throws InvalidParamsError; DomainError for missing arguments */
const readArgs = (
  { compiled, captures }: FoundRoute,
  { caller, queryParams }: ReceivedRequest,
  body: Body,
): ArgValues => {
  const lacksCredentials = compiled.route.permission !== undefined && caller.principal.kind === 'anonymous';
  return argValues(compiled.args, { captures, groups: [body.params, queryParams], lacksCredentials });
};

/**
 * Calls the permission, and stores its result for `Allow`.
 * @throws DomainError 401 or 403
 */
const authorize = async ({ compiled }: FoundRoute, request: RestRequest, progress: Progress): Promise<void> => {
  const { permission } = compiled.route;
  progress.request = request;
  progress.isAllowed = false;
  progress.isAllowed = permission === undefined || (await permission(request)) === true;
  if (!progress.isAllowed) throw forbidden(request.principal);
};

const failed = (ports: FailurePorts, error: unknown, { method, path, caller }: ReceivedRequest): Answer =>
  failureAnswer(ports, error, { method, path, language: caller.language, requestId: caller.requestId });

/** Adds the headers that the route declares for refusals with 400. */
const asRefusal = ({ compiled }: FoundRoute, answer: Answer): Answer =>
  answer.status === 400 ? { ...answer, headers: { ...compiled.route.refusedWith, ...answer.headers } } : answer;

/** Publishes the answer to checks in specs; returns a refusal if they find it undeclared. */
const checkAnswer = ({ compiled }: FoundRoute, answer: Answer, refuse: (error: unknown) => Answer): Answer => {
  try {
    publishAnswer(compiled.route, answer);
    return answer;
  } catch (error) {
    return refuse(error);
  }
};

/**
 * Sets `Content-Language` of a read: the request's language, unless the answer names one (docs/interface/translation.md
 * §7).
 */
const inLanguage = (answer: Answer, { shared }: Progress): Answer => {
  const { method, caller } = shared.received;
  const isRead = (method === 'GET' || method === 'HEAD') && answer.status < 400 && answer.contentType === undefined;
  if (!isRead || !isLanguage(caller.language)) return answer;
  return { ...answer, headers: { 'Content-Language': languageRecord(caller.language).tag, ...answer.headers } };
};

/** Adds the `Allow` header and applies `_fields`. */
const complement = async (options: DispatcherOptions, answer: Answer, progress: Progress): Promise<Answer> => {
  const methods = await allowedAfter(options.table, progress);
  const hasFields = answer.status < 400 && answer.contentType === undefined;
  return {
    ...answer,
    headers: methods.length === 0 ? answer.headers : { ...answer.headers, Allow: methods.join(', ') },
    body: hasFields ? filterFields(answer.body, progress.shared.fields) : answer.body,
  };
};

/** Returns the answer as its route renders it, if a GET asks for another form than JSON. */
const render = ({ compiled }: FoundRoute, answer: Answer, { method, queryParams }: ReceivedRequest): Answer => {
  const rendered = method === 'GET' ? compiled.route.render?.(answer, queryParams) : undefined;
  return rendered === undefined ? answer : { ...answer, ...rendered };
};

/** Answers OPTIONS with the description of the path. */
const describePath = async (
  options: DispatcherOptions,
  received: ReceivedRequest,
  commands: Commands,
): Promise<Answer> => {
  const at = options.table.at(received.path);
  const isHidden = at?.group.namespace === INTERNAL && received.sealed?.() === undefined;
  if (at === undefined || isHidden) return failed(options, restErrors.noRoute(), received);
  const match = { ...at, group: await availableRoutes(at.group) };
  if (match.group.routes.length === 0) return failed(options, restErrors.noRoute(), received);
  requireFields(received);
  const { language, apiRoot } = received.caller;
  const description = describeGroup(match.group, options.texts, language);
  const body = publicDescription(description, { path: match.group.pattern, apiRoot, help: true });
  return complement(options, { status: 200, body, headers: {} }, { match, shared: shareOf(received), commands });
};

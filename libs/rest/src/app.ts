import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { createSenderRule } from '@almanac/contracts';
import type { Entries } from '@almanac/documents';
import type { Commands, RunJointly } from '@almanac/event-sourcing';
import { defaultLanguage, type Texts } from '@almanac/i18n';
import { createVerifier, openSeal, type PublicKeys, SIGNATURE_HEADER } from '@almanac/identity';
import { type AskedBy, runForRequest } from '@almanac/telemetry';
import express from 'express';
import type { Answer } from './answer.ts';
import { isInParts } from './answerParts.ts';
import {
  AnswerSources,
  namesSecrets,
  notedHeaders,
  SOURCES_HEADER,
  siteLanguagesSource,
  sourcesAsked,
} from './answerSources.ts';
import { BODY_LIMIT } from './body.ts';
import { callerHeaders } from './caller.ts';
import { discardBody } from './discardBody.ts';
import { createDispatcher, type Dispatcher } from './dispatcher.ts';
import { type FetchEmbedded, withEmbedded } from './embedder.ts';
import { restErrors } from './errors.ts';
import type { ReceivedRequest } from './exchange.ts';
import { createExpensiveAnswers, type ExpensiveAnswers } from './expensiveAnswers.ts';
import { type ErrorLog, type FailurePorts, failureAnswer } from './failure.ts';
import { internalRoutes } from './internalRoutes.ts';
import { isObject } from './isObject.ts';
import type { Params } from './params.ts';
import { createEtags } from './preconditions.ts';
import { type Incoming, lineOf, type ReceiveOptions, receive } from './receive.ts';
import type { FoundCommit, Route } from './route.ts';
import { createRouteTable } from './routeTable.ts';
import { send, type WriteAnswer } from './send.ts';
import { requireDeclaredSender } from './senders.ts';
import {
  CHANGES_HEADER,
  changesText,
  collectChanges,
  MADE_OF_HEADER,
  type SharedSources,
  sourcesText,
} from './sharedSources.ts';
import { runWithLimits, UsedLimits } from './usedLimits.ts';

export interface RestAppOptions {
  readonly routes: readonly Route[];
  /** The service's name between processes: it refuses principals that are signed for another service. */
  readonly service: string;
  /** The service's version, which the OpenAPI documents of its namespaces have. */
  readonly version?: string;
  /** With `runJointly` the items of a batch share commits; otherwise each item has its own. */
  readonly commands: Commands & { readonly runJointly?: RunJointly };
  readonly entries: Entries;
  readonly texts: Texts;
  readonly log: ErrorLog;
  /** The secret with which the gateway signs principals; keys for other uses are derived from it. */
  readonly secret: string;
  /** Secrets whose seals, principals and ETags are accepted too, during a rotation. */
  readonly otherSecrets?: readonly string[];
  /** The public keys of the site's processes; with them a signed principal needs the signature of its sender's key. */
  readonly publicKeys?: PublicKeys | undefined;
  readonly now: () => Date;
  /** Creates ids of requests and commits; default: random UUIDs. */
  readonly newId?: () => string;
  /** Finds a commit by its id, for requests with `Idempotency-Key` whose answer was lost. */
  readonly findCommit?: (id: string) => Promise<FoundCommit | undefined>;
  /** Lease in milliseconds of a request with `Idempotency-Key`, which its process renews; default 5,000. */
  readonly claimedFor?: number;
  /** Returns the consistency token of the commit at a position, for the gateway (`X-Almanac-Told`). */
  readonly consistencyTokenAt?: (position: number) => Promise<string>;
  /** Fetches the links of `_embed` from other services; without it those links are not embedded. */
  readonly fetchEmbedded?: FetchEmbedded;
  /** The limits of expensive answers, which all services of a process share; by default the service has its own. */
  readonly expensiveAnswers?: ExpensiveAnswers;
  /** Aborts with `siteStopping()` when the process stops: writes that check `abandoned()` end. */
  readonly stopping?: AbortSignal;
  /** Maximum size of a request body in bytes; default 8 MiB. */
  readonly bodyLimit?: number;
  /**
   * True if all ports of the routes note the sources of answers (`noteSource`); otherwise no answer of the application
   * is kept.
   */
  readonly notesSources?: true;
  /** The versions of the service's sources for gateways in other processes; without them those keep no answer. */
  readonly sharedSources?: SharedSources;
  /** Writes answers that are in memory in another way, such as compressed. */
  readonly write?: WriteAnswer;
}

const nothing = async (): Promise<undefined> => undefined;

/** Creates a listener for a service's interface: everything between HTTP and the handlers of its routes. */
export const createRestApp = (options: RestAppOptions): RequestListener => {
  const { routes, texts, commands, newId = randomUUID, fetchEmbedded = nothing, findCommit = nothing } = options;
  const { expensiveAnswers = createExpensiveAnswers() } = options;
  const ports = { ...options, newId, findCommit, expensiveAnswers };
  const runJointly = commands.runJointly ?? inTurn(commands);
  const etags = createEtags(options.secret, options.otherSecrets);
  const internal = internalRoutes(routes, {
    texts,
    version: options.version,
    runJointly,
    etags,
    entries: options.entries,
    dispatcher: (): Dispatcher => dispatcher,
  });
  const dispatcher = createDispatcher({ ...ports, etags, table: createRouteTable([...routes, ...internal]) });
  const senders = { mayAsk: createSenderRule(options.service), requiresSender: options.publicKeys !== undefined };
  const receiving = {
    ...ports,
    verify: createVerifier(options, options.service),
    bodyLimit: options.bodyLimit ?? BODY_LIMIT,
    networkOf: (address: string) => expensiveAnswers.networkOf(address),
  };

  const answerTo = async (exchange: Incoming): Promise<{ answer: Answer; params: Params }> => {
    const { request } = exchange;
    try {
      const received = receive(exchange, receiving);
      requireDeclaredSender(received, senders);
      const params = received.queryParams;
      if (!isCallback(params._jsonp)) {
        const { language } = received.caller;
        return {
          answer: failureAnswer(options, restErrors.callbackInvalid(), { ...failingOf(request), language }),
          params: {},
        };
      }
      const limits = new UsedLimits();
      const sources = sourcesForOthers(request, options) ?? sourcesAsked(request.headers);
      const noted = sources === undefined ? received : beginNotes(received, sources);
      const work = async (): Promise<Answer> =>
        withEmbedded({ ...options, dispatcher, fetchEmbedded }, await dispatcher.dispatch(noted, commands), noted);
      const run = (): Promise<Answer> => runForRequest(askerOf(received), () => runWithLimits(limits, work, sources));
      const { result: answer, ofOthers } =
        options.sharedSources === undefined ? { result: await run(), ofOthers: NOTHING } : await collectChanges(run);
      if (sources !== undefined && options.notesSources) endNotes(answer, { sources, params });
      noteForGateway(exchange, answer, { ...options, sources, ofOthers });
      return { answer: { ...answer, headers: { ...answer.headers, ...limits.headers() } }, params };
    } catch (error) {
      return { answer: failureAnswer(options, error, failingOf(request)), params: {} };
    }
  };

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { answer, params } = await answerTo({ request, response });
    // the client has disconnected: neither the answer's text nor its consistency token is needed
    if (response.closed) return;
    if (answer.status === 401 || answer.status === 403) noteRefused(receiving, request, answer);
    const consistencyToken = answer.position === undefined ? '' : await options.consistencyTokenAt?.(answer.position);
    if (answer.status >= 400) discardBody(request);
    const form = { method: request.method ?? 'GET', params, headers: request.headers };
    await send(response, { ...answer, consistencyToken }, form, { etags, write: options.write });
  };

  const router = express.Router();
  router.use((request, response, next) => {
    serve(request, response).catch(next);
  });
  router.use(lastResort(options));
  // An application of Express would replace the prototypes of each request and response: each later access is slow then.
  return (request, response) => {
    const withoutAddress = (error?: Error): Promise<void> =>
      serve(request, response).catch(() => void response.destroy(error));
    // the types of the router promise methods of Express, which no handler uses
    Reflect.apply(router, undefined, [request, response, withoutAddress]);
  };
};

/** Returns a request whose answer may be kept if its sources allow that. */
const beginNotes = (received: ReceivedRequest, sources: AnswerSources): ReceivedRequest => {
  if (received.caller.principal.kind !== 'anonymous') sources.refuse('a principal');
  if (namesSecrets(received.queryParams)) sources.refuse('a secret parameter');
  sources.note(siteLanguagesSource);
  return { ...received, headers: notedHeaders(received.headers, sources) };
};

/** Returns notes for a gateway in another process; undefined if the request asks for none. */
const sourcesForOthers = (
  { headers }: IncomingMessage,
  { notesSources, sharedSources }: Pick<RestAppOptions, 'notesSources' | 'sharedSources'>,
): AnswerSources | undefined => {
  const isNoted = notesSources !== undefined && sharedSources !== undefined;
  if (!isNoted || headers[SOURCES_HEADER] === undefined) return undefined;
  return new AnswerSources({ isShared: true });
};

interface NotedAnswer extends Pick<RestAppOptions, 'service' | 'sharedSources' | 'now'> {
  readonly sources: AnswerSources | undefined;
  /** Changes that other services have reported. */
  readonly ofOthers: ReadonlyMap<string, number>;
}

const NOTHING: ReadonlyMap<string, number> = new Map();

/** Sets the headers for a gateway in another process: the sources of the answer, and the versions after a write. */
const noteForGateway = (
  { request, response }: Incoming,
  { position }: Answer,
  { service, sharedSources, now, sources, ofOthers }: NotedAnswer,
): void => {
  if (sharedSources === undefined) return;
  if (sources?.isShared) response.setHeader(MADE_OF_HEADER, sourcesText(sources, now().getTime()));
  if (request.method !== 'GET' || position !== undefined)
    response.setHeader(CHANGES_HEADER, changesText(service, sharedSources.counts(), ofOthers));
};

interface NotedRequest {
  readonly sources: AnswerSources;
  readonly params: Params;
}

const endNotes = ({ body, position }: Answer, { sources, params }: NotedRequest): void => {
  if (position !== undefined) sources.refuse('a commit');
  if (body instanceof Readable || isInParts(body)) sources.refuse('a body in parts');
  // the gateway would see 200 and no headers in place of a failure, or of an answer that must not be stored
  if ('_envelope' in params) sources.refuse('an envelope');
  sources.complete();
};

const UNSIGNED = 'refused a request that no part of the site has signed';

/** Refusals that never occur behind the gateway: their clients have reached the service directly. */
const NOTED: ReadonlyMap<unknown, string> = new Map([
  ['rest_not_sealed', UNSIGNED],
  ['rest_invalid_principal', UNSIGNED],
  ['rest_undeclared_sender', 'refused a request that its sender is not declared to ask'],
]);

const EXPIRED =
  'refused a request whose signature has expired; this process or the sender was stalled, or a clock is wrong';

const noteRefused = (options: ReceiveOptions & FailurePorts, request: IncomingMessage, { body }: Answer): void => {
  if (!isObject(body)) return;
  const { code, data } = body;
  const noted = NOTED.get(code);
  if (noted === undefined) return;
  const message = noted === UNSIGNED && isExpired(request, options) ? EXPIRED : noted;
  const { method, path, requestId } = failingOf(request);
  const line = { code, method, path: path.slice(0, 500), ip: request.socket.remoteAddress, requestId };
  options.log.warn(isObject(data) && data.sender !== undefined ? { ...line, sender: data.sender } : line, message);
};

/** Earlier than every expiry. */
const EPOCH = new Date(0);

/** True if the site has signed the request, too long ago. */
const isExpired = (request: IncomingMessage, { verify, secret, otherSecrets, now }: ReceiveOptions): boolean => {
  const header = request.headers[callerHeaders.principal];
  const signature = request.headers[SIGNATURE_HEADER]?.toString();
  const openings = [
    (at: Date) => (typeof header === 'string' ? verify(header, at, signature) : undefined),
    (at: Date) => openSeal(lineOf(request), secret, at, otherSecrets),
  ];
  return openings.some((open) => open(now()) === undefined && open(EPOCH) !== undefined);
};

const inTurn =
  (commands: Commands): RunJointly =>
  async (items) => {
    const settled = [];
    for (const item of items) settled.push(...(await Promise.allSettled([item(commands)])));
    return settled;
  };

const askerOf = ({ caller, headers }: ReceivedRequest): AskedBy => {
  const ip = headers['x-forwarded-for'];
  return { requestId: caller.requestId, ...(ip !== undefined && { ip: String(ip) }) };
};

const failingOf = (request: IncomingMessage) => ({
  method: request.method ?? '',
  path: request.url ?? '',
  language: defaultLanguage(),
  requestId: String(request.headers['x-almanac-request'] ?? ''),
});

/** Handles answers that could not be written: a value that JSON cannot express, or a failed stream. */
const lastResort =
  (ports: FailurePorts): express.ErrorRequestHandler =>
  (error, request, response, _next) => {
    const answer = failureAnswer(ports, error, failingOf(request));
    if (response.headersSent) response.destroy();
    else send(response, answer, { method: request.method, params: {}, headers: {} });
  };

/** True if `_jsonp` is absent or may name the callback (docs/interface/server.md §2). */
export const isCallback = (name: unknown): boolean =>
  name === undefined || (typeof name === 'string' && /^[\w.]*$/.test(name));

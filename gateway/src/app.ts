import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { ServiceName } from '@almanac/contracts';
import type { SigningKey } from '@almanac/identity';
import { runWithLimits } from '@almanac/rest';
import {
  afterSettings,
  createMetrics,
  type FetchInternal,
  type FollowedSettings,
  type Log,
  type Metrics,
  operations,
  type Settings,
} from '@almanac/service';
import { noteAnswer } from './accessLog.ts';
import { createAdministration, isAdministration } from './administration.ts';
import { createAliases } from './aliases/aliases.ts';
import type { AliasProfile } from './aliases/aliasProfile.ts';
import { answerProcedures, asksForProcedures } from './aliases/remoteProcedures.ts';
import { createAnswerCache } from './answers/answerCache.ts';
import { createCacheUses } from './answers/cacheUses.ts';
import type { RemoteSources } from './answers/remoteSources.ts';
import { answerApiCatalog, isApiCatalog } from './apiCatalog.ts';
import { createAuthentication } from './authentication.ts';
import { createBatchSender } from './batch/sendBatch.ts';
import { type BodyPace, bodyPace, createBodyWatch } from './bodyPace.ts';
import { type CallerOptions, createCallers } from './caller.ts';
import { type ClientLimits, createClientLimits } from './clientLimits.ts';
import { createConsole, isConsole } from './console.ts';
import { createDirectory } from './directory.ts';
import type { Exchange } from './exchange.ts';
import { fail } from './failures.ts';
import { createFiles, isFile } from './files.ts';
import { createIdentify } from './identification.ts';
import { createOpening, type OpenedRequest } from './opening.ts';
import { createOwnListener } from './ownListener.ts';
import { createPages } from './pages.ts';
import { isPreflight } from './preflight.ts';
import { createRecentTokens } from './recentTokens.ts';
import type { FollowedRules } from './redirects/followedRules.ts';
import { createPlaces } from './redirects/places.ts';
import { createRuledPages, type RuledPagesOptions } from './redirects/ruledPages.ts';
import { VisitLog } from './redirects/visitLog.ts';
import { createRestFront } from './restFront.ts';
import { answerSecurityTxt, isSecurityTxt, type SecurityContact } from './securityTxt.ts';
import { createServiceProxies } from './serviceProxies.ts';
import { createSiteOrigin } from './siteOrigin.ts';
import { createCallersOfTools } from './tools/callersOfTools.ts';
import { createTools } from './tools/toolsOverHttp.ts';
import { hasProxies } from './trustedProxies.ts';
import { version } from './version.ts';
import { createBodyGate } from './wholeBody.ts';

/** The redirect rules that a gateway follows. */
type Rules = Pick<FollowedRules, 'rules' | 'options' | 'waitFor' | 'unready'>;

export interface GatewayOptions extends CallerOptions {
  /** The address of each service of this site, without a slash at the end. */
  readonly addresses: ReadonlyMap<ServiceName, string>;
  /** The listeners of services in this process, which get requests of the interface without a connection. */
  readonly listeners?: ReadonlyMap<ServiceName, RequestListener>;
  readonly fetchInternal: FetchInternal;
  readonly settings: Settings & Pick<FollowedSettings, 'waitFor'>;
  readonly secret: string;
  /** Secrets of the site that are accepted too, during a rotation. */
  readonly otherSecrets?: readonly string[];
  /** The gateway's key, which signs requests to services in addition to the secret. */
  readonly signingKey?: SigningKey | undefined;
  readonly now: () => Date;
  readonly newId: () => string;
  readonly log: Log;
  /** `{prefix}` of the REST root. */
  readonly prefix: string;
  /** The names of another system that clients may use beside Almanac's. */
  readonly profile?: AliasProfile;
  /** Maximum size of a request body in bytes; services have lower limits of their own. */
  readonly bodyLimit: number;
  /** Minimum pace of request bodies; the default is the one of docs/interface/server.md §4. */
  readonly bodyPace?: BodyPace;
  /** Aborts when the process stops: requests whose bodies have not arrived soon are refused. */
  readonly stopping?: AbortSignal;
  /** Timeout in milliseconds without a byte from a service. */
  readonly serviceTimeout: number;
  /** Maximum numbers of requests of one client; default none. */
  readonly clientLimits?: ClientLimits;
  /** The namespaces whose operations are tools at `/mcp`; by default the address does not exist. */
  readonly mcpNamespaces?: readonly string[];
  /** Maximum number of concurrent event streams per service; default 1,000. */
  readonly mostStreams?: number;
  /** Origin of the site's own front end, which then answers all pages. */
  readonly siteOrigin?: string;
  /** The folder of the console, `services/console`; without one, core answers the start of the administration. */
  readonly console?: string;
  /**
   * Token that opens `/metrics` to other machines, as `Authorization: Bearer …`; without it only loopback may read it.
   */
  readonly operationsToken?: string;
  /** The way to report faults of security; by default the site names none. */
  readonly security?: SecurityContact;
  /** The commit that the image was built from, for `almanac_build_info`. */
  readonly revision?: string;
  /** Metrics of services in the same process. */
  readonly metricsBeside?: readonly Metrics['registry'][];
  /** The redirect rules; undefined on a site without the redirection service. */
  readonly rules?: Rules;
  /** Maximum bytes of answers in memory; by default none are kept. */
  readonly cacheBytes?: number;
  /** The sources of answers of services in other processes; without it only answers of this process are kept. */
  readonly remote?: RemoteSources;
  /** Returns further reasons why the gateway is not ready, by name. */
  readonly unready?: () => Readonly<Record<string, string>>;
}

export interface Gateway {
  readonly listener: RequestListener;
  /** Asks the services for their routes. Services that are down do not delay the start. */
  start(): Promise<void>;
  /** Sends the recorded visits, stops the directory and closes all connections. */
  stop(): Promise<void>;
  /** Forgets cached credentials of one user (`core.credentials-changed.v1`), or of all users. */
  forgetCredentials(userId?: number): void;
}

/** Routes whose writes may revoke credentials: the gateway forgets all cached credentials after such a write. */
const CREDENTIALS = /^\/(?:core\/v2\/users|admin)(?:\/|$)/i;

/** Browsers use TLS for a year (docs/interface/server.md §10.1); other hosts are not covered. */
const STRICT_TRANSPORT = 'max-age=31536000';

/**
 * Creates the public listener of the site (docs/architecture.md §4).
 * Each of its parts has a file of its own; they appear here in the order of their work.
 */
export const createGateway = (options: GatewayOptions): Gateway => {
  const { addresses, log, settings } = options;
  const metrics = createMetrics({ service: 'gateway', version, revision: options.revision, process: true });
  const countUse = createCacheUses(metrics);
  const { expires } = options.security ?? {};
  if (expires !== undefined && expires <= options.now())
    log.warn({ expires }, 'the security contact has expired and is not shown');
  const authentication = createAuthentication(options);
  const directory = createDirectory({ ...options, services: [...addresses.keys()] });
  const aliases = options.profile && createAliases(options.profile, options.prefix);
  const callers = createCallersOfTools(createCallers(options), options.newId);
  const open = createOpening({ ...options, callerOf: callers.callerOf, ...(aliases && { aliases }) });
  const recentTokens = createRecentTokens(options.now);
  const timeout = options.serviceTimeout;
  const sendBatch = createBatchSender({ ...options, directory, recentTokens, timeout, onWritten: noteCredentials });
  const own = afterSettings(settings, createOwnListener({ ...options, directory, sendBatch }));
  const watchBody = createBodyWatch(options.bodyPace ?? bodyPace, options, options.stopping);
  const whenArrived = createBodyGate(options);
  const { pass, close } = createServiceProxies({ ...options, recentTokens, timeout, whenArrived, onAnswer: noteWrite });
  const identify = createIdentify(authentication, options);
  const answerRest = createRestFront({ ...options, identify, directory, own, pass, whenArrived, recentTokens });
  const front = frontOf(options);
  const answerPage = createPages({ settings, addresses, identify, pass, front: front?.pass });
  const answerAdministration = createAdministration({ settings, addresses, pass });
  const answerConsole = options.console && createConsole({ settings, folder: options.console });
  const answerFile = createFiles({ settings, addresses, pass });
  const countRequest = createClientLimits(options);
  const tools = createTools({ ...options, authentication, callers, countRequest });
  const ruled = ruledPagesOf(options, { recentTokens, identify });
  const answers = options.cacheBytes
    ? createAnswerCache({ ...options, bytes: options.cacheBytes, recentTokens })
    : undefined;
  let started = false;

  function noteWrite({ request, path }: Exchange, status: number): void {
    if (status < 400 && request.method !== 'GET') noteCredentials(path);
  }

  function noteCredentials(written: string): void {
    if (CREDENTIALS.test(written)) authentication.forget();
  }

  /** Answers a request outside the interface by its address. */
  const answerAddress = async (exchange: Exchange): Promise<void> => {
    if (isFile(exchange)) answerFile(exchange);
    else if (isApiCatalog(exchange)) answerApiCatalog(exchange, { settings, directory });
    else if (options.security && isSecurityTxt(exchange))
      answerSecurityTxt(exchange, { ...options, ...options.security });
    else if (asksForProcedures(exchange)) answerProcedures(exchange);
    else if (answerConsole && isConsole(exchange.path)) await answerConsole(exchange);
    else await (isAdministration(exchange.path) ? answerAdministration(exchange) : answerPage(exchange));
  };

  /** Answers a request from memory, or asks the part that makes its answer. */
  const answerUnruled = (opened: OpenedRequest): void => {
    const { kind, exchange } = opened;
    const ask = (): void => {
      const asked = kind === 'rest' ? answerRest(exchange) : answerAddress(exchange);
      asked.catch((error: unknown) => fail(exchange, error, options));
    };
    if (answers === undefined || (kind !== 'rest' && front !== undefined)) ask();
    else answers.answer(exchange, ask);
  };

  /** Answers in the same turn of the event loop if a rule decides at once. */
  const answer = (opened: OpenedRequest): void => {
    const { exchange, refusal } = opened;
    const failed = (error: unknown): void => fail(exchange, error, options);
    try {
      if (refusal !== undefined) throw refusal;
      if (tools?.isAsked(exchange)) {
        tools.answer(exchange);
        return;
      }
      if (!isUncounted(opened)) countRequest(exchange);
      const ruling = ruled?.answer(exchange) ?? false;
      if (ruling === false) answerUnruled(opened);
      else if (ruling !== true) ruling.then((isAnswered) => isAnswered || answerUnruled(opened)).catch(failed);
    } catch (error) {
      failed(error);
    }
  };

  const serve = (request: IncomingMessage, response: ServerResponse): void => {
    const opened = open(request, response);
    if (opened.exchange.caller.secure) response.setHeader('strict-transport-security', STRICT_TRANSPORT);
    noteAnswer(opened.exchange, opened.kind, { log, metrics, countUse });
    watchBody(opened.exchange);
    opened.exchange.span.around(() => runWithLimits(opened.exchange.limits, () => answer(opened)));
  };

  const operate = operations({
    metrics,
    ...(options.metricsBeside !== undefined && { beside: options.metricsBeside }),
    ...(options.operationsToken !== undefined && { operationsToken: options.operationsToken }),
    unready: async () => ({
      ...(started ? {} : { services: 'not asked yet' }),
      ...options.rules?.unready(),
      ...options.unready?.(),
    }),
  });

  return {
    listener: (request, response) => operate(request, response, () => serve(request, response)),
    start: async () => {
      await directory.start();
      started = true;
    },
    stop: async () => {
      directory.stop();
      await ruled?.stop();
      close();
      front?.close();
    },
    forgetCredentials: authentication.forget,
  };
};

/** True for requests that limits of clients do not count: media files, of which a page has many, and preflights. */
const isUncounted = ({ kind, exchange }: OpenedRequest): boolean =>
  kind === 'rest' ? isPreflight(exchange.request) : isFile(exchange);

/** Creates the step that asks the redirect rules, with its visit log; undefined on a site without rules. */
const ruledPagesOf = (
  options: GatewayOptions,
  around: Pick<RuledPagesOptions, 'recentTokens' | 'identify'>,
):
  | { readonly answer: (exchange: Exchange) => boolean | Promise<boolean>; readonly stop: () => Promise<void> }
  | undefined => {
  const { rules, fetchInternal } = options;
  if (rules === undefined) return undefined;
  const visits = new VisitLog(options);
  const behindProxy = hasProxies(options.trustedProxies);
  const places = createPlaces(fetchInternal);
  const answer = createRuledPages({ ...options, ...around, rules, visits, behindProxy, places });
  return { answer, stop: () => visits.stop() };
};

const frontOf = ({ siteOrigin, serviceTimeout, settings, log }: GatewayOptions) =>
  siteOrigin === undefined
    ? undefined
    : createSiteOrigin({ origin: siteOrigin, timeout: serviceTimeout, settings, log });

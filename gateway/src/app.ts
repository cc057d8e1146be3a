import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { ServiceName } from '@almanac/contracts';
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
import { createAuthentication } from './authentication.ts';
import { createBatchSender } from './batch/sendBatch.ts';
import { type BodyPace, bodyPace, watchPace } from './bodyPace.ts';
import { type CallerOptions, createCallers } from './caller.ts';
import { createDirectory } from './directory.ts';
import type { Exchange } from './exchange.ts';
import { fail } from './failures.ts';
import { createFiles, isFile } from './files.ts';
import { createIdentify } from './identification.ts';
import { createOpening, type Opened } from './opening.ts';
import { createOwnListener } from './ownListener.ts';
import { createPages } from './pages.ts';
import { createRecentTokens } from './recentTokens.ts';
import type { FollowedRules } from './redirects/followedRules.ts';
import { createPlaces } from './redirects/places.ts';
import { createRuledPages, type RuledPagesOptions } from './redirects/ruledPages.ts';
import { VisitLog } from './redirects/visitLog.ts';
import { createRestFront } from './restFront.ts';
import { createServiceProxies } from './serviceProxies.ts';
import { createSiteOrigin } from './siteOrigin.ts';
import { hasProxies } from './trustedProxies.ts';
import { createBodyGate } from './wholeBody.ts';

/** The redirect rules as a gateway asks them. */
type Rules = Pick<FollowedRules, 'rules' | 'options' | 'waitFor' | 'unready'>;

export interface GatewayOptions extends CallerOptions {
  /** The services of this site and where they are, without a slash at the end. */
  readonly addresses: ReadonlyMap<ServiceName, string>;
  readonly fetchInternal: FetchInternal;
  readonly settings: Settings & Pick<FollowedSettings, 'waitFor'>;
  readonly secret: string;
  readonly now: () => Date;
  readonly newId: () => string;
  readonly log: Log;
  /** {prefix} of the REST root. */
  readonly prefix: string;
  /** Bytes of a request's body that are let through; services have their own, tighter limits. */
  readonly bodyLimit: number;
  /** How fast bodies must arrive; default as docs/interface/server.md §4 says. */
  readonly bodyPace?: BodyPace;
  /** Milliseconds without a byte from a service until it counts as slow. */
  readonly serviceTimeout: number;
  /** Streams of events that are passed on from each service at a time; default 1,000. */
  readonly mostStreams?: number;
  /** Where the site's own front end is, which then answers all pages. */
  readonly siteOrigin?: string;
  /** Opens `/metrics` to other machines, as `Authorization: Bearer …`; without it loopback alone may. */
  readonly operationsToken?: string;
  /** Metrics of services that run in the same process. */
  readonly metricsBeside?: readonly Metrics['registry'][];
  /** The redirect rules, where the site has the service that keeps them. */
  readonly rules?: Rules;
  /** What else keeps it from being ready, by name with the reason. */
  readonly unready?: () => Readonly<Record<string, string>>;
}

export interface Gateway {
  readonly listener: RequestListener;
  /** Learns what the services serve. Services that are down do not keep it from starting. */
  start(): Promise<void>;
  /** Sends what it has counted, and forgets the services. */
  stop(): Promise<void>;
  /** Forgets what is remembered of a user's credentials (`core.credentials-changed.v1`), or of all. */
  forgetCredentials(userId?: number): void;
}

/** Writes to these routes may revoke credentials: nothing of them is believed after. */
const CREDENTIALS = /^\/(?:core\/v2\/users|admin)(?:\/|$)/i;

/** Browsers ask over TLS alone for a year (docs/interface/server.md §10.1); other hosts are not the site's to decide on. */
const STRICT_TRANSPORT = 'max-age=31536000';

/**
 * The one public listener of the site (docs/architecture.md §4). Its parts, each in a file of its own, in the order of
 * their work.
 */
export const createGateway = (options: GatewayOptions): Gateway => {
  const { addresses, log, settings } = options;
  const metrics = createMetrics({ service: 'gateway', process: true });
  const authentication = createAuthentication(options);
  const directory = createDirectory({ ...options, services: [...addresses.keys()] });
  const open = createOpening({ ...options, callerOf: createCallers(options) });
  const recentTokens = createRecentTokens(options.now);
  const timeout = options.serviceTimeout;
  const sendBatch = createBatchSender({ ...options, directory, recentTokens, timeout, onWritten: noteCredentials });
  const own = afterSettings(settings, createOwnListener({ ...options, directory, sendBatch }));
  const whenArrived = createBodyGate(options);
  const { pass, close } = createServiceProxies({ ...options, recentTokens, timeout, whenArrived, onAnswer: noteWrite });
  const identify = createIdentify(authentication, options);
  const answerRest = createRestFront({ ...options, identify, directory, own, pass, whenArrived, recentTokens });
  const front = frontOf(options);
  const answerPage = createPages({ settings, addresses, identify, pass, front: front?.pass });
  const answerAdministration = createAdministration({ settings, addresses, authentication, pass });
  const answerFile = createFiles({ settings, addresses, pass });
  const ruled = ruledPagesOf(options, { recentTokens, identify });
  let started = false;

  function noteWrite({ request, path }: Exchange, status: number): void {
    if (status < 400 && request.method !== 'GET') noteCredentials(path);
  }

  function noteCredentials(written: string): void {
    if (CREDENTIALS.test(written)) authentication.forget();
  }

  /** @param ruling whether a rule answers, where that is to be waited for */
  const answerUnruled = async ({ kind, exchange }: Opened, ruling: false | Promise<boolean>): Promise<void> => {
    if (ruling !== false && (await ruling)) return;
    if (kind === 'page' && isFile(exchange)) answerFile(exchange);
    else if (kind === 'page' && isAdministration(exchange.path)) await answerAdministration(exchange);
    else await (kind === 'rest' ? answerRest(exchange) : answerPage(exchange));
  };

  /** What a rule decides at once is answered at once. */
  const answer = (opened: Opened): void => {
    const { exchange, refusal } = opened;
    const failed = (error: unknown): void => fail(exchange, error, options);
    try {
      if (refusal !== undefined) throw refusal;
      const ruling = ruled?.answer(exchange) ?? false;
      if (ruling !== true) answerUnruled(opened, ruling).catch(failed);
    } catch (error) {
      failed(error);
    }
  };

  const serve = (request: IncomingMessage, response: ServerResponse): void => {
    const opened = open(request, response);
    if (opened.exchange.caller.secure) response.setHeader('strict-transport-security', STRICT_TRANSPORT);
    noteAnswer(opened.exchange, opened.kind, { log, metrics });
    watchPace(opened.exchange, options.bodyPace ?? bodyPace, options);
    opened.exchange.span.around(() => answer(opened));
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

/** The step that asks the redirect rules, and what it counts; undefined on a site without rules. */
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

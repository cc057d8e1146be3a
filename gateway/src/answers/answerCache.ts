import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import { isServiceName } from '@almanac/contracts';
import { type AskedSources, askSources, isNotModified, runWithLimits, SOURCES_HEADER } from '@almanac/rest';
import type { Log } from '@almanac/service';
import { noteRoute, routeOf } from '@almanac/telemetry';
import { LRUCache } from 'lru-cache';
import { answerHeaders } from '../answerHeaders.ts';
import { takeCodings } from '../contentCoding.ts';
import type { Exchange } from '../exchange.ts';
import type { RecentTokens } from '../recentTokens.ts';
import { formOf, sendWhole } from '../sendBody.ts';
import { answerKey } from './answerKey.ts';
import type { CacheUse } from './cacheUses.ts';
import type { Keeping } from './keeping.ts';
import { type KeptAnswer, refusalOf, type SentForm, sizeOf } from './keptAnswer.ts';
import type { RemoteSources } from './remoteSources.ts';

export interface AnswerCacheOptions {
  /** Maximum bytes of all answers. */
  readonly bytes: number;
  readonly now: () => Date;
  readonly recentTokens: RecentTokens;
  /** For services in other processes; absent for services in this one. */
  readonly remote?: Pick<RemoteSources, 'note'>;
  readonly log: Pick<Log, 'debug'>;
}

/** A request that waits for the answer to an identical one. */
interface Waiting {
  readonly exchange: Exchange;
  readonly ask: () => void;
}

export interface AnswerCache {
  /**
   * Answers a request from memory, or lets it wait for the answer to an identical one.
   * @param ask asks for the answer; called at most once, perhaps at once
   */
  answer(exchange: Exchange, ask: () => void): void;
}

/** Milliseconds for which identical requests do not wait for one another, after an answer that was not kept. */
const APART_MS = 10_000;
const MAX_APART_KEYS = 10_000;

/** Creates the cache of answers to visitors, which are used while their sources are unchanged. */
export const createAnswerCache = ({ bytes, now, recentTokens, remote, log }: AnswerCacheOptions): AnswerCache => {
  const kept = new LRUCache<string, KeptAnswer>({ maxSize: bytes, sizeCalculation: sizeOf });
  const apart = new LRUCache<string, true>({ max: MAX_APART_KEYS, ttl: APART_MS });
  const asking = new Map<string, Waiting[]>();

  const tokenFor = (target: string): string | undefined =>
    isServiceName(target) || target === 'gateway' ? recentTokens.for(target) : undefined;

  const isCurrent = ({ sources, target, token }: KeptAnswer): boolean =>
    isCovered(tokenFor(target), token) && sources.isCurrent(now().getTime());

  const keep = (key: string, exchange: Exchange, asked: AskedSources): Keeping => {
    const waiting: Waiting[] = [];
    const isFirst = !asking.has(key) && !apart.has(key);
    if (isFirst) asking.set(key, waiting);
    const isRevalidated = kept.has(key);
    const target = (): string => exchange.target ?? '';
    let token: string | undefined;
    let isAsked = false;
    let askedAt = 0;

    const release = (answered: KeptAnswer | undefined): void => {
      asked.end();
      if (asking.get(key) === waiting) asking.delete(key);
      for (const { exchange: other, ask } of waiting.splice(0)) {
        if (other.response.closed) continue;
        if (answered !== undefined && isCurrent(answered)) send(other, answered, 'joined');
        else ask();
      }
    };
    exchange.response.once('close', () => release(undefined));

    return {
      ask: (headers) => {
        if (!isAsked) token = tokenFor(target());
        isAsked = true;
        askedAt = now().getTime();
        headers[SOURCES_HEADER] = asked.id;
        if (isRevalidated) delete headers['if-none-match'];
      },
      madeOf: (text) => {
        if (text !== undefined) remote?.note(asked.sources, target(), text, askedAt);
      },
      wants: (status, headers) => {
        const refusal = asked.sources.refusal ?? refusalOf(status, headers);
        const isWanted = isAsked && refusal === undefined;
        if (!isWanted) {
          log.debug({ id: exchange.id, source: refusal }, 'the answer is not kept');
          if (status !== 304) apart.set(key, true);
          release(undefined);
        }
        return isWanted;
      },
      answer: (answer) => {
        const { sources } = asked;
        const made = {
          ...answer,
          sources,
          target: target(),
          route: routeOf(exchange.response),
          token,
          isRendered: exchange.rendering !== undefined,
          forms: new Map(),
        };
        if (isCurrent(made)) kept.set(key, made);
        send(exchange, made, 'miss');
        release(made);
      },
    };
  };

  const answer = (exchange: Exchange, ask: () => void): void => {
    const key = answerKey(exchange);
    if (key === undefined) {
      ask();
      return;
    }
    const tags = storedTagsOf(exchange);
    if (tags !== undefined) exchange.storedTags = tags;
    const known = kept.get(key);
    if (known !== undefined && isCurrent(known)) {
      if (!sendFormed(exchange, known)) send(exchange, known, 'hit');
      return;
    }
    const waiting = asking.get(key);
    if (waiting !== undefined) {
      waiting.push({ exchange, ask });
      return;
    }
    const asked = askSources();
    exchange.keeping = keep(key, exchange, asked);
    exchange.cache = 'miss';
    // the gateway's own settings, by which it redirects to canonical addresses, are sources too
    runWithLimits(exchange.limits, ask, asked.sources);
  };

  return { answer };
};

/** True if an answer was made after a wait for all positions of a token. */
const isCovered = (token: string | undefined, waitedFor: string | undefined): boolean => {
  if (token === undefined || token === waitedFor) return true;
  if (waitedFor === undefined) return false;
  const positions = new Set(waitedFor.split(','));
  return token.split(',').every((position) => positions.has(position));
};

/** Returns the `If-None-Match` of a request as services know it; undefined without one. */
const storedTagsOf = (exchange: Exchange): string | undefined => {
  const { 'if-none-match': tags, 'accept-encoding': accepted } = exchange.request.headers;
  if (tags === undefined) return undefined;
  const conditions: IncomingHttpHeaders = { 'if-none-match': tags, 'accept-encoding': accepted };
  takeCodings(exchange, conditions);
  return conditions['if-none-match'];
};

const isStored = ({ storedTags }: Exchange, etag: OutgoingHttpHeaders['etag']): boolean =>
  storedTags !== undefined && etag !== undefined && isNotModified({ 'if-none-match': storedTags }, String(etag));

/** Returns the headers of an answer 304; that of a page has the type of the page. */
const headersOfKnown = ({ kind }: Exchange, { 'content-length': _length, ...headers }: OutgoingHttpHeaders) => {
  const { 'content-type': _type, ...untyped } = headers;
  return kind === 'rest' ? untyped : headers;
};

/** Maximum number of texts of `Accept-Encoding` for which an answer keeps its form. */
const MAX_FORMS = 8;
const MAX_ACCEPTED_LENGTH = 128;

/** True if the headers of an answer depend on nothing but `Accept-Encoding` and the request's id, beside its key. */
const isPlain = ({ request, response, limits, storedTags }: Exchange, { status }: KeptAnswer): boolean =>
  request.method === 'GET' &&
  (status === 200 || status === 404) &&
  request.headers.origin === undefined &&
  storedTags === undefined &&
  limits.isEmpty &&
  response.getHeaderNames().length === 0;

/**
 * Sends an answer in memory with headers that were made for an earlier request; the first request of each form makes
 * them.
 * @returns false if the answer must be sent with headers of its own
 */
const sendFormed = (exchange: Exchange, kept: KeptAnswer): boolean => {
  if (!isPlain(exchange, kept)) return false;
  const { request, response, id } = exchange;
  const accepted = request.headers['accept-encoding'] ?? '';
  exchange.target = kept.target;
  const form = kept.forms.get(accepted) ?? formFor(exchange, kept, accepted);
  if (form === undefined) return false;
  exchange.cache = 'hit';
  if (kept.route !== undefined) noteRoute(response, kept.route);
  response.writeHead(kept.status, [...form.headers, 'x-request-id', id]);
  response.end(form.body);
  return true;
};

const formFor = (exchange: Exchange, kept: KeptAnswer, accepted: string): SentForm | undefined => {
  const { status, body, forms } = kept;
  const formed = formOf(exchange, { status, headers: answerHeaders(exchange, status, kept.headers) }, body);
  if (formed === undefined) return undefined;
  const { 'x-request-id': _id, ...shared } = formed.headers;
  const headers = Object.entries(shared).flatMap(([name, value]) =>
    [value ?? []].flat().flatMap((each) => [name, String(each)]),
  );
  const form = { headers, body: formed.body };
  if (forms.size < MAX_FORMS && accepted.length <= MAX_ACCEPTED_LENGTH) forms.set(accepted, form);
  return form;
};

/** Sends an answer in memory, or 304 if the client has it. */
const send = (exchange: Exchange, kept: KeptAnswer, cache: CacheUse): void => {
  const { request, response } = exchange;
  if (response.headersSent) return;
  exchange.cache = cache;
  exchange.target = kept.target;
  if (kept.route !== undefined && cache !== 'miss') noteRoute(response, kept.route);
  const isKnown = kept.status === 200 && isStored(exchange, kept.headers.etag);
  const [status, own] = isKnown ? [304, headersOfKnown(exchange, kept.headers)] : [kept.status, kept.headers];
  const isWithout = isKnown || request.method === 'HEAD';
  sendWhole(exchange, { status, headers: answerHeaders(exchange, status, own) }, isWithout ? [] : [kept.body]);
};

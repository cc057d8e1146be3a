import type { SiteSettings } from '@almanac/contracts';
import { type DomainError, isDomainError } from '@almanac/i18n';
import {
  answerableError,
  discardBody,
  errorBody,
  isCallback,
  type Params,
  parseParams,
  restErrors,
  sendAnswer,
} from '@almanac/rest';
import type { Log, Settings } from '@almanac/service';
import type { Exchange } from './exchange.ts';
import { failPage } from './pageFailure.ts';
import { responseHeaders } from './responseHeaders.ts';
import { writeOwn } from './sendBody.ts';
import { texts } from './texts.ts';

/** Seconds after which a client may retry a request to a service that is down. */
const RETRY_AFTER = '2';

const known = (error: unknown, { id, path }: Exchange, log: Log): DomainError => {
  const answerable = answerableError(error);
  if (answerable !== undefined) return answerable;
  log.error({ err: error, id, path }, 'request failed');
  return restErrors.internal();
};

/** Returns the seconds until a client may retry; undefined if a retry would not help. */
const waitOf = ({ status, code, data }: DomainError): string | undefined => {
  if (typeof data.retry_after === 'number') return String(data.retry_after);
  return status === 503 && code !== restErrors.outcomeUnknown.definition.code ? RETRY_AFTER : undefined;
};

export interface FailingPorts {
  readonly log: Log;
  readonly settings: Settings;
}

/** Answers a request with an error, unless its answer has begun. Discards the rest of the body. */
export const fail = (exchange: Exchange, error: unknown, { log, settings }: FailingPorts): void => {
  const { request, response, language } = exchange;
  if (response.headersSent || response.destroyed) return;
  const answered = known(error, exchange, log);
  if (exchange.kind !== 'rest') {
    failOnPage(exchange, answered, settings.current());
    return;
  }
  const { status } = answered;
  for (const [name, value] of Object.entries(responseHeaders(exchange, status, {})))
    response.setHeader(name, value ?? '');
  discardBody(request);
  const wait = waitOf(answered);
  const headers = wait === undefined ? {} : { 'Retry-After': wait };
  const answer = { status, body: errorBody(answered, texts, language), headers };
  const form = { method: request.method ?? 'GET', params: switchesOf(exchange), headers: request.headers };
  sendAnswer(response, answer, form, { write: writeOwn }).catch((failure: unknown) => {
    log.error({ err: failure, id: exchange.id }, 'an error answer could not be written');
    response.destroy();
  });
};

/** Returns the query parameters that shape an answer; none if the query is unreadable. */
const switchesOf = ({ query }: Exchange): Params => {
  try {
    const params = parseParams(query);
    return isCallback(params._jsonp) ? params : {};
  } catch (error) {
    if (!isDomainError(error)) throw error;
    return {};
  }
};

const failOnPage = (exchange: Exchange, error: DomainError, site: SiteSettings): void => {
  const { status, code } = error;
  const wait = waitOf(error);
  const headers: Record<string, string> = wait === undefined ? {} : { 'Retry-After': wait };
  failPage(exchange, { status, detail: code, headers }, site);
};

import { codeOf, type DomainError, type Texts } from '@almanac/i18n';
import type { Answer, AnswerHeaders } from './answer.ts';
import { answerableError, errorBody } from './errorBody.ts';
import { restErrors } from './errors.ts';

/** The log for unexpected errors, unavailable parts and requests from outside the site; pino's loggers fit. */
export interface ErrorLog {
  error(details: object, message: string): void;
  warn(details: object, message: string): void;
}

export interface FailurePorts {
  readonly texts: Texts;
  readonly log: ErrorLog;
  readonly now: () => Date;
}

/** The request that an error belongs to. */
export interface FailedRequest {
  readonly method: string;
  readonly path: string;
  readonly language: string;
  readonly requestId: string;
}

/** Seconds that clients should wait after a 503. */
const RETRY_AFTER = 2;

/**
 * Returns the answer for an error. Logs an unexpected error with the request's id and answers it without detail. Logs
 * the reason and the remedy of a 503, which operators remove.
 */
export const failureAnswer = (ports: FailurePorts, error: unknown, failing: FailedRequest): Answer => {
  const known = answerableError(error);
  if (known === undefined) ports.log.error({ err: error, ...failing }, 'request failed');
  if (known?.status === 503) logUnavailable(ports, { error, answered: known, failing });
  const answered = known ?? restErrors.internal();
  const body = errorBody(answered, ports.texts, failing.language);
  return { status: answered.status, body, headers: headersOf(answered) };
};

/** Milliseconds during which a reason of answers with 503 is logged once. */
const UNAVAILABLE_LOGGED_FOR_MS = 60_000;

/** The lines about a reason: the time of the last one, in milliseconds, and the number of answers since then. */
interface ReasonLines {
  readonly at: number;
  readonly unlogged: number;
}

/** The lines by log, because each service of a process has one, and by code of the error. */
const linesByLog = new WeakMap<ErrorLog, Map<unknown, ReasonLines>>();

interface UnavailableAnswer {
  readonly error: unknown;
  readonly answered: DomainError;
  readonly failing: FailedRequest;
}

const logUnavailable = ({ log, now }: FailurePorts, { error, answered, failing }: UnavailableAnswer): void => {
  // the client has disconnected: no part of the site is unavailable
  if (restErrors.requestAborted.matches(answered)) return;
  const lines = linesByLog.get(log) ?? new Map<unknown, ReasonLines>();
  linesByLog.set(log, lines);
  const [reason, at] = [codeOf(error), now().getTime()];
  const { at: last, unlogged } = lines.get(reason) ?? { at: -Infinity, unlogged: 0 };
  const isDue = at - last >= UNAVAILABLE_LOGGED_FOR_MS;
  lines.set(reason, isDue ? { at, unlogged: 0 } : { at: last, unlogged: unlogged + 1 });
  if (!isDue) return;
  const { code, remedy } = answered;
  log.warn({ err: error, code, remedy, unlogged, ...failing }, 'a part of the site is not available');
};

const headersOf = ({ status, code, data }: DomainError): AnswerHeaders => {
  if (typeof data.retry_after === 'number') return { 'Retry-After': data.retry_after };
  return status === 503 && code !== restErrors.outcomeUnknown.definition.code ? { 'Retry-After': RETRY_AFTER } : {};
};

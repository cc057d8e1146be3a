import type { DomainError, Texts } from '@almanac/i18n';
import type { Answer, AnswerHeaders } from './answer.ts';
import { answerableError, errorBody } from './errorBody.ts';
import { restErrors } from './errors.ts';

/** The log for unexpected errors and for requests of strangers; pino's loggers fit. */
export interface ErrorLog {
  error(details: object, message: string): void;
  warn(details: object, message: string): void;
}

export interface FailurePorts {
  readonly texts: Texts;
  readonly log: ErrorLog;
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

/** Returns the answer for an error. Logs an unexpected error with the request's id and answers it without detail. */
export const failureAnswer = ({ texts, log }: FailurePorts, error: unknown, failing: FailedRequest): Answer => {
  const known = answerableError(error);
  if (known === undefined) log.error({ err: error, ...failing }, 'request failed');
  const answered = known ?? restErrors.internal();
  const body = errorBody(answered, texts, failing.language);
  return { status: answered.status, body, headers: headersOf(answered) };
};

const headersOf = ({ status, code, data }: DomainError): AnswerHeaders => {
  if (typeof data.retry_after === 'number') return { 'Retry-After': data.retry_after };
  return status === 503 && code !== restErrors.outcomeUnknown.definition.code ? { 'Retry-After': RETRY_AFTER } : {};
};

import { type IncomingHttpHeaders, STATUS_CODES } from 'node:http';
import Negotiator from 'negotiator';
import type { Answer } from './answer.ts';
import { isObject } from './isObject.ts';

export const PROBLEM_TYPE = 'application/problem+json';

/** An error in the form of RFC 9457; members of the error's `data` are its extension members. */
interface Problem extends Readonly<Record<string, unknown>> {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly code: string;
}

/**
 * Returns the problem of an error answer if the client prefers this form to `application/json`; undefined for other
 * answers (docs/interface/server.md §12.3).
 */
export const preferredProblem = (answer: Answer, headers: IncomingHttpHeaders): Problem | undefined =>
  answer.status >= 400 && prefersProblem(headers) ? problemOf(answer.body, answer.status) : undefined;

const prefersProblem = (headers: IncomingHttpHeaders): boolean =>
  /problem\+json/i.test(headers.accept ?? '') &&
  new Negotiator({ headers }).mediaType(['application/json', PROBLEM_TYPE]) === PROBLEM_TYPE;

const problemOf = (body: unknown, status: number): Problem | undefined => {
  if (!isObject(body)) return undefined;
  const { code, message, data, additional_errors: additional } = body;
  if (typeof code !== 'string' || typeof message !== 'string') return undefined;
  const extensions = isObject(data) ? data : {};
  return {
    ...extensions,
    ...(Array.isArray(additional) && { additional_errors: additional.map((each) => problemOf(each, status) ?? each) }),
    type: `urn:almanac:error:${code}`,
    title: STATUS_CODES[status] ?? String(status),
    status,
    detail: message,
    code,
  };
};

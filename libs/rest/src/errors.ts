import { DomainError } from '@almanac/i18n';
import type { Principal } from '@almanac/identity';
import { type Invalid, invalid } from './arg.ts';
import { messages } from './messages.ts';
import type { Refusal } from './refusals.ts';

/**
 * Returns 401 for visitors, 403 for users: the status of almost every refused permission (docs/interface/server.md
 * §11).
 */
export const authStatus = (principal: Principal): 401 | 403 => (principal.kind === 'anonymous' ? 401 : 403);

/** Returns the refusal of a permission with its own code; a permission that returns false means `rest_forbidden`. */
export const forbidden = (
  principal: Principal,
  code = 'rest_forbidden',
  message: string = messages.forbidden,
): DomainError => new DomainError(code, authStatus(principal), message);

/** `If-Match` names another version than the record's (docs/interface/server.md §16). */
export class PreconditionFailedError extends DomainError {
  constructor() {
    super('rest_precondition_failed', 412, messages.precondition);
  }
}

/** Returns the refusal of too many guesses, with the seconds until the next one. */
export const tooManyAttempts = (seconds: number): DomainError =>
  new DomainError('too_many_attempts', 429, messages.tooManyAttempts, { data: { retry_after: seconds } });

/** A refusal of arguments with its own code, status or message. */
interface Refusing {
  readonly code: string;
  readonly status: number;
  /** May name the arguments: `{names}`. */
  readonly message: string;
}

const ORDINARY: Refusing = { code: 'rest_invalid_param', status: 400, message: messages.invalidParams };

/**
 * Refuses arguments, by default with 400 `rest_invalid_param`; `data.params` and `data.details` are translated in the
 * answer.
 */
export class InvalidParamsError extends DomainError {
  readonly refusals: readonly Refusal[];

  constructor(refusals: readonly Refusal[], { code, status, message }: Refusing = ORDINARY) {
    const names = [...new Set(refusals.map((refusal) => refusal.arg))].join(', ');
    super(code, status, message, { params: { names } });
    this.refusals = refusals;
  }
}

/**
 * Refuses arguments because of stored data: an unknown reference, or a status that the user may not set.
 * Takes, by argument, English text with `{…}` placeholders or `invalid(…)`.
 */
export const invalidParams = (reasons: Readonly<Record<string, string | Invalid>>): InvalidParamsError =>
  new InvalidParamsError(
    Object.entries(reasons).map(([arg, reason]) => ({
      arg,
      name: arg,
      reason: typeof reason === 'string' ? invalid(reason) : reason,
    })),
  );

/**
 * Returns 400 `rest_missing_callback_param`.
 * @param ofVisitor true if the caller is anonymous and the route needs a user
 */
export const missingParams = (names: readonly string[], ofVisitor = false): DomainError =>
  new DomainError('rest_missing_callback_param', 400, ofVisitor ? messages.missingOfVisitor : messages.missingParams, {
    params: { names: names.join(', ') },
    data: { params: names },
  });

/** Several errors in one answer: the first decides code and status, the others become `additional_errors`. */
export class CombinedError extends DomainError {
  readonly additional: readonly DomainError[];

  constructor(first: DomainError, additional: readonly DomainError[]) {
    super(first.code, first.status, first.message, { params: first.params, data: first.data });
    this.additional = additional;
  }
}

export const noRoute = (): DomainError => new DomainError('rest_no_route', 404, messages.noRoute);
export const tooLarge = (): DomainError => new DomainError('rest_payload_too_large', 413, messages.tooLarge);
export const requestTimeout = (): DomainError => new DomainError('rest_request_timeout', 408, messages.requestTimeout);

/**
 * Returns 400 `rest_invalid_json`, with the error number and text of content systems' JSON decoders
 * (docs/interface/server.md §4).
 */
export const invalidJson = (number: number, text: string): DomainError =>
  new DomainError('rest_invalid_json', 400, messages.invalidJson, {
    data: { json_error_code: number, json_error_message: text },
  });

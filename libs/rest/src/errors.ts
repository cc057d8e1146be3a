import { DomainError, defineErrors, type ErrorDefinition, type ErrorFactory, isDomainError } from '@almanac/i18n';
import type { Principal } from '@almanac/identity';
import { type Invalid, invalid } from './arg.ts';
import type { Refusal } from './refusals.ts';

export const restErrors = defineErrors({
  // routes and permissions
  noRoute: {
    code: 'rest_no_route',
    status: 404,
    message: 'No route was found matching the URL and request method.',
    remedy: 'Compare the path and method with the index of the interface.',
  },
  forbidden: {
    code: 'rest_forbidden',
    status: 403,
    message: 'Sorry, you are not allowed to do that.',
    remedy: 'Sign in as a user with the permission, or ask an administrator for it.',
  },
  tooManyAttempts: {
    code: 'too_many_attempts',
    status: 429,
    message: 'There were too many attempts; try again later.',
    remedy: 'Wait for the seconds in Retry-After, then try again.',
  },
  invalidPrincipal: {
    code: 'rest_invalid_principal',
    status: 401,
    message: 'The credentials of this request have expired; send it again.',
    remedy: 'Send the request again; if that fails, compare the clocks of the servers and their secret.',
  },
  notSealed: {
    code: 'rest_not_sealed',
    status: 401,
    message: 'Only services of the site may send this request.',
    remedy: 'Use a public route; operators check that all services have the same secret.',
  },
  undeclaredSender: {
    code: 'rest_undeclared_sender',
    status: 403,
    message: 'This service is not declared to send this request.',
    remedy: 'Declare the sender in the contract of the request.',
  },

  // query and arguments
  tooManyParams: {
    code: 'rest_too_many_params',
    status: 400,
    message: 'The request has too many or too deeply nested parameters.',
    remedy: 'Send fewer or flatter parameters.',
  },
  missingParams: {
    code: 'rest_missing_callback_param',
    status: 400,
    message: 'Missing parameter(s): {names}',
    remedy: 'Send the named parameters.',
  },
  missingParamsOfVisitor: {
    code: 'rest_missing_callback_param',
    status: 400,
    message: 'Missing parameter(s): {names}. This is only for some users, and the request has no credentials either.',
    remedy: 'Send the named parameters, and credentials of a user with the permission.',
  },
  invalidParams: {
    code: 'rest_invalid_param',
    status: 400,
    message: 'Invalid parameter(s): {names}',
    remedy: 'Correct the named parameters as their messages say.',
  },
  callbackInvalid: {
    code: 'rest_callback_invalid',
    status: 400,
    message: 'Invalid JSONP callback function.',
    remedy: 'Name a callback of letters, digits, underscores and dots.',
  },

  // bodies
  invalidJson: {
    code: 'rest_invalid_json',
    status: 400,
    message: 'Invalid JSON body passed.',
    remedy: 'Send valid JSON in UTF-8.',
  },
  invalidBody: {
    code: 'rest_invalid_body',
    status: 400,
    message: 'A JSON body is an object.',
    remedy: 'Send a JSON object.',
  },
  invalidContentType: {
    code: 'rest_invalid_content_type',
    status: 400,
    message: 'The body is JSON, but its Content-Type is “{type}”: send it as application/json.',
    remedy: 'Send the body with Content-Type: application/json.',
  },
  invalidForm: {
    code: 'rest_invalid_form',
    status: 400,
    message: 'The form body cannot be read.',
    remedy: 'Send a valid multipart form with its boundary.',
  },
  unsupportedEncoding: {
    code: 'rest_unsupported_encoding',
    status: 415,
    message: 'Compressed bodies are not accepted.',
    remedy: 'Send the body uncompressed.',
  },
  tooLarge: {
    code: 'rest_payload_too_large',
    status: 413,
    message: 'The request is too large.',
    remedy: 'Send a smaller request.',
  },
  requestTimeout: {
    code: 'rest_request_timeout',
    status: 408,
    message: 'The request did not arrive in time.',
    remedy: 'Send the request again over a faster connection.',
  },
  bodyAborted: {
    code: 'rest_request_aborted',
    status: 400,
    message: 'The request was interrupted.',
    remedy: 'Send the request again.',
  },
  /** As a 503 it is not stored for a repeat with the same `Idempotency-Key`. */
  requestAborted: {
    code: 'rest_request_aborted',
    status: 503,
    message: 'The request was interrupted.',
    remedy: 'Send the request again.',
  },
  /** As a 503 it is not stored for a repeat with the same `Idempotency-Key`. */
  siteStopping: {
    code: 'rest_site_stopping',
    status: 503,
    message: 'The site stopped before the request was completed.',
    remedy: 'Send the request again after the seconds in Retry-After, with the same idempotency key.',
  },

  // preconditions and idempotency keys
  preconditionFailed: {
    code: 'rest_precondition_failed',
    status: 412,
    message: 'The record has changed since the given version.',
    remedy: 'Read the record again and send its current ETag.',
  },
  keyInvalid: {
    code: 'rest_invalid_idempotency_key',
    status: 400,
    message: 'An idempotency key has 1 to 255 characters.',
    remedy: 'Send one key of 1 to 255 characters.',
  },
  movedInvalid: {
    code: 'rest_invalid_moved_record',
    status: 400,
    message: 'The header that names a record of another site is invalid.',
    remedy: 'Send JSON with the members of docs/interface/core.md §7.',
  },
  keyReused: {
    code: 'rest_idempotency_key_reused',
    status: 422,
    message: 'This idempotency key was used with another request.',
    remedy: 'Send a new idempotency key.',
  },
  keyRunning: {
    code: 'rest_idempotency_key_running',
    status: 409,
    message: 'The first request with this idempotency key is still running.',
    remedy: 'Repeat the request with the same key in a few seconds.',
  },
  keyAnswerLost: {
    code: 'rest_idempotency_answer_lost',
    status: 409,
    message: 'The request with this idempotency key was carried out, but its answer was not kept.',
    remedy: 'Read the record; do not send the change again.',
  },

  // batches
  batchNotAllowed: {
    code: 'rest_batch_not_allowed',
    status: 400,
    message: 'The requested route does not support batch requests.',
    remedy: 'Send this request alone.',
  },
  pathFailed: {
    code: 'parse_path_failed',
    status: 400,
    message: 'Could not parse the path.',
    remedy: 'Send a path that begins with a slash.',
  },

  // stores and faults
  outcomeUnknown: {
    code: 'rest_outcome_unknown',
    status: 503,
    message: 'The change was sent, but it is not known whether it was made.',
    remedy: 'Repeat the request with the same idempotency key, or read the record first.',
  },
  unavailable: {
    code: 'rest_unavailable',
    status: 503,
    message: 'The service cannot be reached just now; try again shortly.',
    remedy: 'Try again shortly; operators check the store and the keys of secrets.',
  },
  tooManyLargeAnswers: {
    code: 'rest_too_many_large_answers',
    status: 429,
    message: 'Your address has as many feeds, sitemaps, exports and imports running as it may at a time.',
    remedy: 'Wait until one of them has ended, at least the seconds in Retry-After, then try again.',
  },
  tooBusy: {
    code: 'rest_too_busy',
    status: 503,
    message: 'The site is working on as many large requests as it can at a time; try again shortly.',
    remedy: 'Wait for the seconds in Retry-After, then try again.',
  },
  storageFull: {
    code: 'rest_storage_full',
    status: 503,
    message: 'The site has no room to store this; try again later.',
    remedy: 'Try again later; operators free or add disk space, no restart is needed.',
  },
  conflict: {
    code: 'rest_conflict',
    status: 409,
    message: 'This change was already made.',
    remedy: 'Read the record again.',
  },
  cannotBeStored: {
    code: 'rest_cannot_be_stored',
    status: 400,
    message: 'The request has values that cannot be stored: nested too deeply, or with a name that is not allowed.',
    remedy: 'Send flatter values, and rename members.',
  },
  answerTooLarge: {
    code: 'rest_answer_too_large',
    status: 400,
    message: 'The requested records have more text than one answer may have.',
    remedy: 'Lower per_page, or name the members that you need in _fields, without the texts.',
  },
  tooManyChanges: {
    code: 'rest_payload_too_large',
    status: 413,
    message: 'The request changes more than can be stored at once.',
    remedy: 'Divide the change into several requests.',
  },
  internal: {
    code: 'internal_error',
    status: 500,
    message: 'Something went wrong on the server.',
    remedy: 'Report the request id to the operators, who find the error in the log.',
  },
});

/** Seconds after which a stopped site usually serves again. */
const RESTART_S = 5;

/** Returns the refusal of a request that ends because its process stops. */
export const siteStopping = (): DomainError => restErrors.siteStopping({ data: { retry_after: RESTART_S } });

/** The refusal of a body that is too large, which services also use for parts of a body. */
export const { tooLarge } = restErrors;

/**
 * Returns 401 for visitors, 403 for users: the status of almost every refused permission (docs/interface/server.md
 * §11).
 */
export const authStatus = (principal: Principal): 401 | 403 => (principal.kind === 'anonymous' ? 401 : 403);

/** Returns the refusal of a permission with its own error; a permission that returns false means `rest_forbidden`. */
export const forbidden = (principal: Principal, error: ErrorFactory = restErrors.forbidden): DomainError =>
  error({ status: authStatus(principal) });

/** Returns the refusal of too many guesses, with the seconds until the next one. */
export const tooManyAttempts = (seconds: number): DomainError =>
  restErrors.tooManyAttempts({ data: { retry_after: seconds } });

/** A definition whose message may name the arguments: `{names}`. */
type Refusing = Omit<ErrorDefinition, 'remedy'> & { readonly remedy?: string };

/**
 * Refuses arguments, by default with 400 `rest_invalid_param`; `data.params` and `data.details` are translated in the
 * answer.
 */
export class InvalidParamsError extends DomainError {
  readonly refusals: readonly Refusal[];

  constructor(
    refusals: readonly Refusal[],
    { code, status, message, remedy }: Refusing = restErrors.invalidParams.definition,
  ) {
    const names = [...new Set(refusals.map((refusal) => refusal.arg))].join(', ');
    super(code, status, message, { params: { names }, remedy });
    this.refusals = refusals;
  }
}

/** True for a refusal of arguments, whose code its route may choose. */
export const isInvalidParams = (error: unknown): error is InvalidParamsError =>
  isDomainError(error) && 'refusals' in error;

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
export const missingParams = (names: readonly string[], ofVisitor = false): DomainError => {
  const error = ofVisitor ? restErrors.missingParamsOfVisitor : restErrors.missingParams;
  return error({ params: { names: names.join(', ') }, data: { params: names } });
};

/** Several errors in one answer: the first decides code and status, the others become `additional_errors`. */
export class CombinedError extends DomainError {
  readonly additional: readonly DomainError[];

  constructor(first: DomainError, additional: readonly DomainError[]) {
    super(first.code, first.status, first.message, first);
    this.additional = additional;
  }
}

/** True for several errors in one answer. */
export const isCombined = (error: unknown): error is CombinedError => isDomainError(error) && 'additional' in error;

import { codeOf, DomainError, isDomainError, type TextParams, type Texts } from '@almanac/i18n';
import { CombinedError, InvalidParamsError } from './errors.ts';
import { messages } from './messages.ts';
import type { Refusal } from './refusals.ts';

/** The body of every refused request (docs/interface/server.md §12.1). */
export interface ErrorBody {
  readonly code: string;
  readonly message: string;
  readonly data: Readonly<Record<string, unknown>> & { readonly status: number };
  readonly additional_errors?: readonly ErrorBody[];
}

type Translate = (message: string, params?: TextParams) => string;

/** Returns the body of an error in a language. */
export const errorBody = (error: DomainError, texts: Texts, language: string): ErrorBody => {
  const translate: Translate = (message, params) => texts.text(message, language, params);
  const refused = error instanceof InvalidParamsError ? refusedParams(error.refusals, translate) : {};
  const additional = error instanceof CombinedError ? error.additional : [];
  return {
    code: error.code,
    message: translate(error.message, error.params),
    data: { status: error.status, ...error.data, ...refused },
    ...(additional.length === 0
      ? {}
      : { additional_errors: additional.map((more) => errorBody(more, texts, language)) }),
  };
};

const refusedParams = (refusals: readonly Refusal[], translate: Translate) => {
  const params: Record<string, string> = {};
  const details: Record<string, unknown> = {};
  for (const refusal of refusals) {
    const { arg, name, reason } = refusal;
    const message = translate(reason.message, { ...reason.params, name });
    params[arg] = params[arg] === undefined ? message : `${params[arg]} ${message}`;
    details[arg] ??= { code: reason.code, message, data: detailData(refusal, message) };
  }
  return { params, details };
};

const detailData = ({ name, reason, own }: Refusal, message: string): object | null => {
  if (own) return { status: 400, argument: name, details: message };
  return reason.data ?? (reason.code === 'rest_invalid_type' ? { param: name } : null);
};

type StoreAnswer = readonly [code: string, status: number, message: string];

const OUTCOME_UNKNOWN: StoreAnswer = ['rest_outcome_unknown', 503, messages.outcomeUnknown];

/** Returns the error for a change with an unknown outcome. */
export const outcomeUnknown = (): DomainError => new DomainError(...OUTCOME_UNKNOWN);

/**
 * Answers to errors of the event store and of secrets, never with the errors' own messages (docs/interface/server.md
 * §12.1).
 */
const STORE_ERRORS: Readonly<Record<string, StoreAnswer>> = {
  'outcome-unknown': OUTCOME_UNKNOWN,
  'store-unavailable': ['rest_unavailable', 503, messages.unavailable],
  'key-taken': ['rest_conflict', 409, messages.conflict],
  'secrets-key-missing': ['rest_unavailable', 503, messages.unavailable],
  'secret-unreadable': ['rest_unavailable', 503, messages.unavailable],
  unstorable: ['rest_cannot_be_stored', 400, messages.cannotBeStored],
  'document-too-large': ['rest_content_too_large', 413, messages.recordTooLarge],
  'commit-too-large': ['rest_payload_too_large', 413, messages.tooManyChanges],
};

/**
 * Returns the domain error that answers an error; undefined for an unexpected one, which is logged and answered with
 * 500.
 */
export const answerableError = (error: unknown): DomainError | undefined => {
  if (isDomainError(error)) return error;
  const code = String(codeOf(error));
  const known = Object.hasOwn(STORE_ERRORS, code) ? STORE_ERRORS[code] : undefined;
  return known === undefined ? undefined : new DomainError(...known);
};

export const internalError = (): DomainError => new DomainError('internal_error', 500, messages.internal);

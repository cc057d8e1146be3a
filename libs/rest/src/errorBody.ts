import { contractsErrors } from '@almanac/contracts';
import { codeOf, type DomainError, type ErrorFactory, isDomainError, type TextParams, type Texts } from '@almanac/i18n';
import { isCombined, isInvalidParams, restErrors } from './errors.ts';
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
  const refused = isInvalidParams(error) ? refusedParams(error.refusals, translate) : {};
  const additional = isCombined(error) ? error.additional : [];
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

/**
 * Answers to errors of the event store and of secrets, never with the errors' own messages (docs/interface/server.md
 * §12.1).
 */
const STORE_ERRORS: Readonly<Record<string, ErrorFactory>> = {
  'outcome-unknown': restErrors.outcomeUnknown,
  'store-unavailable': restErrors.unavailable,
  'key-taken': restErrors.conflict,
  'secrets-key-missing': restErrors.unavailable,
  'secret-unreadable': restErrors.unavailable,
  unstorable: restErrors.cannotBeStored,
  'document-too-large': contractsErrors.recordTooLarge,
  'too-much-read': restErrors.answerTooLarge,
  'commit-too-large': restErrors.tooManyChanges,
};

/**
 * Returns the domain error that answers an error; undefined for an unexpected one, which is logged and answered with
 * 500.
 */
export const answerableError = (error: unknown): DomainError | undefined => {
  if (isDomainError(error)) return error;
  if (isStorageFull(error)) return restErrors.storageFull();
  const code = String(codeOf(error));
  return Object.hasOwn(STORE_ERRORS, code) ? STORE_ERRORS[code]?.() : undefined;
};

const SQLITE_FULL = 13;
const MONGODB_OUT_OF_DISK_SPACE = 14_031;
const FULL_CODES: readonly unknown[] = ['ENOSPC', 'EDQUOT', MONGODB_OUT_OF_DISK_SPACE];

/** True if a disk is full: the error, or its cause, is that of the file system, SQLite or MongoDB for a full disk. */
const isStorageFull = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  if ('code' in error && FULL_CODES.includes(error.code)) return true;
  if ('errcode' in error && (Number(error.errcode) & 0xff) === SQLITE_FULL) return true;
  return isStorageFull(error.cause);
};

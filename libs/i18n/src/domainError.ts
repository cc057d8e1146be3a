/**
 * A rule of the domain refuses a command. Clients see `code`, which is never translated. `message` is English with
 * `{name}` placeholders that `params` fill; it is translated when the request is answered (`libs/i18n`).
 */
export class DomainError extends Error {
  readonly code: string;
  /** The HTTP status of the answer. */
  readonly status: number;
  readonly params: Readonly<Record<string, string | number>>;
  /** Further members of the error body's `data`. */
  readonly data: Readonly<Record<string, unknown>>;
  /** The action for the client or operator; it is logged, and not part of the answer. */
  readonly remedy: string | undefined;

  constructor(
    code: string,
    status: number,
    message: string,
    more: {
      readonly params?: Readonly<Record<string, string | number>>;
      readonly data?: Readonly<Record<string, unknown>>;
      readonly remedy?: string | undefined;
      readonly cause?: unknown;
    } = {},
  ) {
    // a refusal is an ordinary answer; a stack trace would cost more than all the rest
    const frames = Error.stackTraceLimit;
    if (status < 500) Error.stackTraceLimit = 0;
    super(message, more.cause === undefined ? undefined : { cause: more.cause });
    Error.stackTraceLimit = frames;
    this.name = 'DomainError';
    this.code = code;
    this.status = status;
    this.params = more.params ?? {};
    this.data = more.data ?? {};
    this.remedy = more.remedy;
  }
}

/** True for a domain error, recognised by shape so that two copies of this package agree. */
export const isDomainError = (error: unknown): error is DomainError =>
  error instanceof Error && error.name === 'DomainError' && 'code' in error && 'status' in error;

/** Returns the code of an error of Node's or ours, such as `ENOENT`; undefined for a value without one. */
export const codeOf = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;

/**
 * A rule of the domain refuses a command. `code` is what clients see and is never translated; `message` is English with
 * `{name}` placeholders that `params` fill, translated when it is answered (`libs/i18n`).
 */
export class DomainError extends Error {
  readonly code: string;
  /** The HTTP status it answers with. */
  readonly status: number;
  readonly params: Readonly<Record<string, string | number>>;
  /** Further members of the error body's `data`. */
  readonly data: Readonly<Record<string, unknown>>;

  constructor(
    code: string,
    status: number,
    message: string,
    more: { params?: Readonly<Record<string, string | number>>; data?: Readonly<Record<string, unknown>> } = {},
  ) {
    // a refusal is an ordinary answer; it needs no stack trace, which costs more than all the rest
    const frames = Error.stackTraceLimit;
    if (status < 500) Error.stackTraceLimit = 0;
    super(message);
    Error.stackTraceLimit = frames;
    this.name = 'DomainError';
    this.code = code;
    this.status = status;
    this.params = more.params ?? {};
    this.data = more.data ?? {};
  }
}

/** Recognises a domain error by shape, so that two copies of this package still agree. */
export const isDomainError = (error: unknown): error is DomainError =>
  error instanceof Error && error.name === 'DomainError' && 'code' in error && 'status' in error;

/** Returns the code of an error of Node's or ours, such as `ENOENT`; undefined for a value without one. */
export const codeOf = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;

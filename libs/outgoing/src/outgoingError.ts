/** Why a request to a named address came to nothing. */
export type OutgoingReason =
  /** Not an http(s) address that may be asked: its form, its port or where its name leads. */
  | 'refused'
  /** The name leads nowhere. */
  | 'unresolvable'
  /** No connection, no certificate that holds, or the answer broke off. */
  | 'unreachable'
  | 'timeout'
  /** Too many other requests of this client run or wait; nothing was sent. */
  | 'busy'
  | 'too-large'
  | 'too-many-redirects';

/**
 * The one error of outgoing requests. Its message is for the log: the answer to clients must not depend on the reason,
 * or the site scans its own network for them. `busy` says nothing of an address and may be told.
 */
export class OutgoingError extends Error {
  readonly code = 'outgoing';
  readonly reason: OutgoingReason;

  constructor(reason: OutgoingReason, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'OutgoingError';
    this.reason = reason;
  }
}

/** The error of work that failed under a signal: the caller's own reason if the caller ended it. */
export const failureOf = (cause: unknown, signal: AbortSignal): unknown => {
  if (!signal.aborted) return new OutgoingError('unreachable', 'there was no answer', { cause });
  const { reason } = signal;
  if (!isTimeout(reason)) return reason;
  return new OutgoingError('timeout', 'there was no answer in time', { cause });
};

/** True if a signal of `AbortSignal.timeout` gave this reason. */
export const isTimeout = (reason: unknown): boolean => reason instanceof DOMException && reason.name === 'TimeoutError';

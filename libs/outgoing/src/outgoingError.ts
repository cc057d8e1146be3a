/** The reason why a request to a named address failed. */
export type OutgoingReason =
  /** Not an allowed http(s) address: its form, its port or the addresses of its name. */
  | 'refused'
  /** The name has no address. */
  | 'unresolvable'
  /** No connection, no valid certificate, or an interrupted answer. */
  | 'unreachable'
  | 'timeout'
  /** Too many other requests of this client run or wait; nothing was sent. */
  | 'busy'
  | 'too-large'
  | 'too-many-redirects';

/**
 * The only error of outgoing requests. Its message is for the log. Answers to clients must not depend on the reason,
 * or they could scan the site's own network. Only `busy` reveals nothing about an address and may be shown.
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

/** Returns the error of work that failed under a signal: the caller's own reason if the caller aborted it. */
export const failureOf = (cause: unknown, signal: AbortSignal): unknown => {
  if (!signal.aborted) return new OutgoingError('unreachable', 'there was no answer', { cause });
  const { reason } = signal;
  if (!isTimeout(reason)) return reason;
  return new OutgoingError('timeout', 'there was no answer in time', { cause });
};

/** True if the reason comes from `AbortSignal.timeout`. */
export const isTimeout = (reason: unknown): boolean => reason instanceof DOMException && reason.name === 'TimeoutError';

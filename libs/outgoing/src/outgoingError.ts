/** Why a request to a named address came to nothing. */
export type OutgoingReason =
  /** Not an http(s) address that may be asked: its form, its port or where its name leads. */
  | 'refused'
  /** The name leads nowhere. */
  | 'unresolvable'
  /** No connection, no certificate that holds, or the answer broke off. */
  | 'unreachable'
  | 'timeout'
  | 'too-large'
  | 'too-many-redirects';

/**
 * The one error of outgoing requests. Its message is for the log: the answer to clients must not depend on the reason,
 * or the site scans its own network for them.
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

/** Timeout of a service in milliseconds: a test must answer within five seconds. */
export const CHECK_TIMEOUT_MS = 4_000;

/** Timeout of a service in milliseconds: a test must answer within five seconds. */
export const WITHIN = 4_000;

/** Milliseconds that a service is given: a test has found its answer within five seconds. */
export const WITHIN = 4_000;

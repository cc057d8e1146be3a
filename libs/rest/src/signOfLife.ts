import type { ServerResponse } from 'node:http';

/** Milliseconds between two signs; the gateway gives up what is silent for 30 seconds. */
const EVERY = 2_000;

/**
 * Has whoever waits for an answer know that work goes on, by `102 Processing`, however often it is called. The gateway
 * waits on, and passes no sign on; a client of HTTP/1.0 knows none.
 */
export const signOfLife = (response: ServerResponse, every = EVERY): (() => void) => {
  let last = performance.now();
  return () => {
    const now = performance.now();
    if (now - last < every || response.headersSent || response.destroyed || response.req.httpVersion === '1.0') return;
    last = now;
    response.writeProcessing();
  };
};

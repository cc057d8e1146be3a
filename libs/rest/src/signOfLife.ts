import type { ServerResponse } from 'node:http';

/** Milliseconds between two signals; the gateway's timeout is 30 seconds of silence. */
const PING_INTERVAL_MS = 2_000;

/**
 * Returns a function that signals the client by `102 Processing` that work continues, however often it is called.
 * The gateway restarts its timeout and passes no signal on; HTTP/1.0 clients get none.
 */
export const signOfLife = (response: ServerResponse, every = PING_INTERVAL_MS): (() => void) => {
  let last = performance.now();
  return () => {
    const now = performance.now();
    if (now - last < every || response.headersSent || response.destroyed || response.req.httpVersion === '1.0') return;
    last = now;
    response.writeProcessing();
  };
};

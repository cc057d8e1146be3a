import type { IncomingMessage } from 'node:http';

/** Bytes that a client may go on sending after its answer. */
const MOST = 64 * 1024 * 1024;

/**
 * Reads the rest of a request that is answered already, so that a client that is still sending can read its answer:
 * closing a connection with unread bytes discards the answer.
 */
export const discardBody = (request: IncomingMessage): void => {
  if (request.complete || request.destroyed) return;
  let size = 0;
  request.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > MOST) request.destroy();
  });
  // the client may leave meanwhile
  request.on('error', () => undefined);
  request.resume();
};

import type { IncomingMessage } from 'node:http';

/** Bytes that a client may go on sending after its answer. */
const MOST = 64 * 1024 * 1024;

/**
 * Reads the rest of a request that is answered already, so that a client that still sends gets to read its answer: a
 * connection closed upon unread bytes takes the answer with it.
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

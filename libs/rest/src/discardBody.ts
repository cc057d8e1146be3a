import type { IncomingMessage } from 'node:http';

/** Maximum number of bytes that a client may send after its answer. */
const MAX_DISCARDED_BYTES = 64 * 1024 * 1024;

/**
 * Reads the rest of an answered request, so that a client that is still sending can read its answer.
 * Closing a connection with unread bytes would discard the answer.
 */
export const discardBody = (request: IncomingMessage): void => {
  if (request.complete || request.destroyed) return;
  let size = 0;
  request.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > MAX_DISCARDED_BYTES) request.destroy();
  });
  // the client may disconnect meanwhile
  request.on('error', () => undefined);
  request.resume();
};

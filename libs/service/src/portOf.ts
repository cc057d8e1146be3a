import type { Server } from 'node:net';

/**
 * Returns the port on which a server listens.
 * @throws Error for a server that does not listen, or listens on a Unix socket
 */
export const portOf = (server: Pick<Server, 'address'>): number => {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server listens on no port');
  return address.port;
};

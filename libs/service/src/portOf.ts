import type { Server } from 'node:net';

/** The port on which a server listens. @throws Error for one that does not, or on a socket of the file system */
export const portOf = (server: Pick<Server, 'address'>): number => {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server listens on no port');
  return address.port;
};

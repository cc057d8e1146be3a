import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { portOf } from '@almanac/service';

/**
 * Returns a free port of this machine. For the next minute, the system assigns it only to processes that request it by
 * number: enough time to start a server there.
 */
export const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const port = portOf(server);
  await leaveWaiting(server, port);
  return port;
};

/**
 * Leaves the port in the state TIME_WAIT, so that the system does not choose it. The server closes the connection
 * first.
 */
const leaveWaiting = async (server: ReturnType<typeof createServer>, port: number): Promise<void> => {
  server.once('connection', (socket) => socket.end());
  const client = connect(port, '127.0.0.1').resume();
  await once(client, 'close');
  server.close();
  await once(server, 'close');
};
